/* Writes a small random multithreaded C program to standard output:  gen SEED [SIZE]

   The same arguments always give the same program. SIZE is roughly how many visible operations a thread may have (default: from
   the seed), so that every interleaving can be walked. Each program uses a few of the features below; failures (assertions, memory,
   division, misuse, deadlock) are meant to happen in some. main prints the final state of what is shared, so that the set of lines
   printed over all runs is the set of final states. Inputs have few values. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Features: X(name, percentage of programs that have it). */
#define FEATURES(X)                                                                                                     \
  X(ARRAY, 30) X(HEAP, 30) X(MUTEX, 45) X(TWO_MUTEXES, 20) X(CONDITION, 18) X(TIMED, 7) X(SEMAPHORE, 15) X(BARRIER, 10) \
  X(RWLOCK, 12) X(SPIN, 8) X(ATOMICS, 40) X(C11, 15) X(TLS, 8) X(SECTION, 15) X(INPUT, 35) X(NESTED, 15) X(DETACH, 8)   \
  X(RECURSIVE, 6) X(ONCE, 5) X(DIVIDE, 12) X(ASSUME, 10) X(STACK, 10) X(LIBRARY, 10) X(RESULT, 10) X(EXITS, 4)          \
  X(MISUSE, 6) X(REJOIN, 5)

enum feature {
#define X(name, percent) name,
  FEATURES(X)
#undef X
  FEATURE_COUNT
};

enum { SCALARS = 3, LOCALS = 3, MOST_THREADS = 4 };

struct gen {
  uint64_t state;
  bool has[FEATURE_COUNT];
  int size;
  int nthreads;      /* functions f0 .. */
  int thread;        /* whose body is written */
  int budget;        /* visible operations left for the body */
  int indent, depth; /* depth of nesting */
  int held;          /* mutexes held here, as bits */
  bool barrier_used[MOST_THREADS];
};

static uint64_t next(struct gen *g) {
  uint64_t z = g->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static int below(struct gen *g, int n) { return (int)(next(g) % (unsigned)n); }
static bool chance(struct gen *g, int percent) { return below(g, 100) < percent; }

__attribute__((format(printf, 2, 3))) static void line(struct gen *g, const char *format, ...) {
  va_list ap;
  printf("%*s", 2 * g->indent, "");
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}

/* ---- expressions: text in rotating buffers */

static const char *text(const char *format, ...) {
  static char buffers[16][80];
  static int at;
  char *buffer = buffers[at++ % 16];
  va_list ap;
  va_start(ap, format);
  vsnprintf(buffer, sizeof buffers[0], format, ap);
  va_end(ap);
  return buffer;
}

static const char *scalar(struct gen *g) { return text("x%d", below(g, SCALARS)); }
static const char *local(struct gen *g) { return text("l%d", below(g, LOCALS)); }

/* A value without visible operations. */
static const char *value(struct gen *g) {
  switch (below(g, g->has[INPUT] ? 5 : 4)) {
  case 0: case 1: return text("%d", 1 + below(g, 3));
  case 2: return local(g);
  case 3: return text("%s + %d", local(g), 1 + below(g, 2));
  default: return "in";
  }
}

static const char *test(struct gen *g) {
  if (g->has[INPUT] && chance(g, 40)) return text("in %s %d", chance(g, 50) ? "==" : "<", 1 + below(g, 2));
  return text("%s %s %d", local(g), chance(g, 50) ? "==" : "<", below(g, 3));
}

static const char *index_of(struct gen *g) {
  if (g->has[INPUT] && chance(g, 50)) return "in";
  return chance(g, 60) ? text("%d", below(g, 3)) : text("%s & 1", local(g));
}

/* ---- statements. Each says how many visible operations it needs; see `statements` below. */

static void statement(struct gen *g);

static void body(struct gen *g, int most) {
  g->indent++;
  g->depth++;
  int count = 1 + below(g, most);
  for (int i = 0; i < count && (i == 0 || g->budget > 0); i++) statement(g);
  g->depth--;
  g->indent--;
}

static void read_scalar(struct gen *g) { line(g, "%s = %s;", local(g), scalar(g)); }
static void write_scalar(struct gen *g) { line(g, "%s = %s;", scalar(g), value(g)); }
static void add_scalar(struct gen *g) {
  const char *x = scalar(g);
  line(g, "%s = %s + %d;", x, x, 1 + below(g, 2));
}
static void copy_scalar(struct gen *g) { line(g, "%s = %s;", scalar(g), scalar(g)); }

static void array_statement(struct gen *g) {
  if (chance(g, 50)) line(g, "%s = a[%s];", local(g), index_of(g));
  else line(g, "a[%s] = %s;", index_of(g), value(g));
}

static void heap_make(struct gen *g) {
  line(g, "q = malloc(%s);", chance(g, 80) ? "sizeof *q" : "2 * sizeof *q");
  line(g, "*q = %s;", value(g));
  line(g, "%s = q;", chance(g, 70) ? "p0" : "p1");
}
static void heap_read(struct gen *g) {
  line(g, "q = %s;", chance(g, 70) ? "p0" : "p1");
  line(g, "if (q) %s = *q;", local(g));
}
static void heap_write(struct gen *g) {
  line(g, "q = %s;", chance(g, 70) ? "p0" : "p1");
  line(g, "if (q) *q = %s;", value(g));
}
static void heap_free(struct gen *g) {
  if (chance(g, 40)) line(g, "free(__atomic_exchange_n(&p0, NULL, __ATOMIC_SEQ_CST));");
  else line(g, "q = p0; free(q); %s", chance(g, 50) ? "p0 = NULL;" : "");
}
static void heap_swap(struct gen *g) { line(g, "q = p0; p0 = p1; p1 = q;"); }
static void heap_grow(struct gen *g) { line(g, "p0 = realloc(p0, %d * sizeof *p0); *p0 = %s;", 1 + below(g, 2), value(g)); }

static void section_of(struct gen *g, const char *enter, const char *leave, int bit) {
  line(g, "%s", enter);
  g->held |= bit;
  body(g, 2);
  g->held &= ~bit;
  line(g, "%s", leave);
}

static int free_mutex(struct gen *g) {
  int m = g->has[TWO_MUTEXES] ? below(g, 2) : 0;
  return g->held >> m & 1 ? 1 - m : m;
}

static void mutex_section(struct gen *g) {
  int m = free_mutex(g);
  if (g->held >> m & 1) { read_scalar(g); return; }
  section_of(g, text("pthread_mutex_lock(&m%d);", m), text("pthread_mutex_unlock(&m%d);", m), 1 << m);
}
static void mutex_try(struct gen *g) {
  int m = free_mutex(g);
  if (g->held >> m & 1) { read_scalar(g); return; }
  section_of(g, text("if (pthread_mutex_%s == 0) {", text(chance(g, 80) ? "trylock(&m%d)" : "timedlock(&m%d, &soon)", m)),
             text("  pthread_mutex_unlock(&m%d);", m), 1 << m);
  if (chance(g, 30)) {
    line(g, "} else {");
    body(g, 1);
  }
  line(g, "}");
}
static void mutex_recursive(struct gen *g) {
  line(g, "pthread_mutex_lock(&mr);");
  section_of(g, "pthread_mutex_lock(&mr);", "pthread_mutex_unlock(&mr);", 0);
  line(g, "pthread_mutex_unlock(&mr);");
}
static void misuse(struct gen *g) {
  switch (below(g, 3)) {
  case 0: line(g, "pthread_mutex_unlock(&m0);"); break;
  case 1: line(g, "if (%s) pthread_mutex_destroy(&m0);", test(g)); break;
  default: line(g, "pthread_mutex_lock(&m0);"); break;
  }
}

static void condition_wait(struct gen *g) {
  if (g->held & 4) { read_scalar(g); return; }
  line(g, "pthread_mutex_lock(&mc);");
  const char *wait = g->has[TIMED] && chance(g, 60) ? "pthread_cond_timedwait(&cond, &mc, &soon)" : "pthread_cond_wait(&cond, &mc)";
  switch (below(g, 4)) {
  case 0: line(g, "if (!flag) %s;", wait); break;
  case 1: line(g, "%s = %s;", local(g), wait); break;
  default:
    if (g->has[TIMED]) line(g, "for (int i = 0; i < 2 && !flag; i++) %s = %s;", local(g), wait);
    else line(g, "while (!flag) %s;", wait);
  }
  line(g, "%s = flag; pthread_mutex_unlock(&mc);", local(g));
}
static void condition_signal(struct gen *g) {
  const char *call = chance(g, 60) ? "pthread_cond_signal(&cond)" : "pthread_cond_broadcast(&cond)";
  if (g->held & 4 || chance(g, 15)) { line(g, "%s;", call); return; }
  if (chance(g, 30)) line(g, "pthread_mutex_lock(&mc); flag = %d; pthread_mutex_unlock(&mc); %s;", 1 + below(g, 2), call);
  else line(g, "pthread_mutex_lock(&mc); flag = %d; %s; pthread_mutex_unlock(&mc);", below(g, 3), call);
}

static void semaphore_statement(struct gen *g) {
  switch (below(g, 4)) {
  case 0: line(g, "sem_wait(&sem);"); break;
  case 1: line(g, "if (sem_trywait(&sem) == 0) %s = %s;", scalar(g), value(g)); break;
  case 2: section_of(g, "sem_wait(&sem);", "sem_post(&sem);", 0); break;
  default: line(g, "sem_post(&sem);"); break;
  }
}
static void barrier_statement(struct gen *g) {
  if (g->depth > 0) { read_scalar(g); return; }
  line(g, "%s = pthread_barrier_wait(&barrier);", local(g));
}
static void rwlock_statement(struct gen *g) {
  if (g->held & 8) { read_scalar(g); return; }
  switch (below(g, 5)) {
  case 0: case 1: section_of(g, "pthread_rwlock_rdlock(&rw);", "pthread_rwlock_unlock(&rw);", 8); break;
  case 2: case 3: section_of(g, "pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);", 8); break;
  default:
    line(g, "if (pthread_rwlock_try%slock(&rw) == 0) { %s = %s; pthread_rwlock_unlock(&rw); }", chance(g, 50) ? "rd" : "wr",
         scalar(g), value(g));
  }
}
static void spin_statement(struct gen *g) {
  if (g->held & 16) { read_scalar(g); return; }
  section_of(g, "pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);", 16);
}

static void atomic_statement(struct gen *g) {
  const char *x = scalar(g), *l = local(g);
  switch (below(g, 6)) {
  case 0: line(g, "%s = __atomic_fetch_add(&%s, %d, __ATOMIC_SEQ_CST);", l, x, 1 + below(g, 2)); break;
  case 1: line(g, "%s = __atomic_exchange_n(&%s, %s, __ATOMIC_SEQ_CST);", l, x, value(g)); break;
  case 2: line(g, "%s = __sync_val_compare_and_swap(&%s, %d, %s);", l, x, below(g, 3), value(g)); break;
  case 3:
    line(g, "%s = %d; __atomic_compare_exchange_n(&%s, &%s, %s, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);", l, below(g, 3), x, l,
         value(g));
    break;
  case 4: line(g, "%s = __atomic_load_n(&%s, __ATOMIC_SEQ_CST);", l, x); break;
  default: line(g, "__atomic_store_n(&%s, %s, __ATOMIC_SEQ_CST);", x, value(g)); break;
  }
}
static void c11_statement(struct gen *g) {
  const char *l = local(g);
  switch (below(g, 5)) {
  case 0: line(g, "%s = atomic_fetch_add(&c, %d);", l, 1 + below(g, 2)); break;
  case 1: line(g, "c = %s;", value(g)); break;
  case 2: line(g, "c++;"); break;
  case 3: line(g, "%s = %d; atomic_compare_exchange_strong(&c, &%s, %s);", l, below(g, 3), l, value(g)); break;
  default: line(g, "%s = c;", l); break;
  }
}
static void tls_statement(struct gen *g) {
  if (chance(g, 50)) line(g, "tl += %s; %s = tl;", value(g), local(g));
  else line(g, "tp = &tl; x0 = tl;");
}
static void atomic_section(struct gen *g) {
  line(g, "__VERIFIER_atomic_begin();");
  int budget = g->budget, count = 1 + below(g, 2);
  g->indent++;
  for (int i = 0; i < count; i++) {
    switch (below(g, g->has[INPUT] || g->has[ARRAY] ? 5 : 4)) {
    case 0: read_scalar(g); break;
    case 1: write_scalar(g); break;
    case 2: add_scalar(g); break;
    case 3: line(g, "if (%s) %s = %s;", test(g), scalar(g), value(g)); break;
    default: line(g, "if (%s) { %s = %s; } else { a[%s] = %s; }", test(g), local(g), scalar(g), index_of(g), value(g)); break;
    }
  }
  g->indent--;
  g->budget = budget;
  line(g, "__VERIFIER_atomic_end();");
}

static void branch(struct gen *g) {
  line(g, "if (%s) {", test(g));
  body(g, 2);
  if (chance(g, 40)) {
    line(g, "} else {");
    body(g, 1);
  }
  line(g, "}");
}
static void loop(struct gen *g) {
  line(g, "for (int i = 0; i < 2; i++) {");
  int before = g->budget;
  body(g, 1);
  g->budget -= before - g->budget;
  line(g, "}");
}
static void assertion(struct gen *g) {
  switch (below(g, 4)) {
  case 0: line(g, "assert(%s != %d);", local(g), 2 + below(g, 3)); break;
  case 1: line(g, "assert(%s <= %s + %d);", local(g), local(g), below(g, 2)); break;
  case 2: line(g, "assert(!(%s == %d && %s == %d));", local(g), 1 + below(g, 2), local(g), below(g, 3)); break;
  default: line(g, "assert(%s < %d);", local(g), 2 + below(g, 4)); break;
  }
}
static void division(struct gen *g) {
  if (chance(g, 50)) line(g, "%s = 6 / (%s - %d);", local(g), local(g), 1 + below(g, 3));
  else line(g, "%s = table[%s];", local(g), local(g));
}
static void assumption(struct gen *g) { line(g, "heddle_assume(%s %s %d);", local(g), chance(g, 50) ? "!=" : "<", 1 + below(g, 2)); }
static void call(struct gen *g) { line(g, "%s = bump(&%s, %s);", local(g), scalar(g), value(g)); }
static void once(struct gen *g) { line(g, "pthread_once(&control, set_up);"); }
static void library(struct gen *g) {
  switch (below(g, 3)) {
  case 0: line(g, "memset(a, %d, sizeof a);", below(g, 2)); break;
  case 1: line(g, "memcpy(a, b, sizeof a);"); break;
  default: line(g, "{ int t[3]; memcpy(t, a, sizeof t); %s = t[%s]; }", local(g), index_of(g)); break;
  }
}
static void stack_statement(struct gen *g) {
  switch (below(g, 3)) {
  case 0: line(g, "sp = &own;"); break;
  case 1: line(g, "lend(%s);", value(g)); break;
  default: line(g, "q = sp; if (q) %s;", chance(g, 50) ? text("%s = *q", local(g)) : text("*q = %s", value(g))); break;
  }
}
static void leave(struct gen *g) {
  if (chance(g, 60)) line(g, "if (%s) pthread_exit(NULL);", test(g));
  else line(g, "if (%s) exit(0);", test(g));
}
static void rejoin(struct gen *g) { line(g, "if (%s) pthread_%s;", test(g), chance(g, 60) ? "join(t[0], NULL)" : "detach(t[0])"); }

enum { ALWAYS = -1 };
static const struct {
  void (*write)(struct gen *);
  int feature, cost, weight;
} statements[] = {
    {read_scalar, ALWAYS, 1, 6},    {write_scalar, ALWAYS, 1, 6},   {add_scalar, ALWAYS, 2, 4},      {copy_scalar, ALWAYS, 2, 2},
    {branch, ALWAYS, 1, 4},         {loop, ALWAYS, 2, 1},           {assertion, ALWAYS, 0, 3},       {call, ALWAYS, 2, 1},
    {array_statement, ARRAY, 1, 12}, {heap_make, HEAP, 1, 4},        {heap_read, HEAP, 2, 3},         {heap_write, HEAP, 2, 3},
    {heap_free, HEAP, 2, 4},        {heap_swap, HEAP, 4, 1},        {heap_grow, HEAP, 4, 1},         {mutex_section, MUTEX, 2, 8},
    {mutex_try, MUTEX, 2, 3},       {mutex_recursive, RECURSIVE, 4, 3}, {misuse, MISUSE, 1, 2},      {condition_wait, CONDITION, 4, 6},
    {condition_signal, CONDITION, 4, 7}, {semaphore_statement, SEMAPHORE, 1, 8}, {barrier_statement, BARRIER, 2, 6},
    {rwlock_statement, RWLOCK, 2, 8}, {spin_statement, SPIN, 2, 5}, {atomic_statement, ATOMICS, 1, 8}, {c11_statement, C11, 1, 6},
    {tls_statement, TLS, 1, 4},     {atomic_section, SECTION, 1, 6}, {division, DIVIDE, 0, 3},       {assumption, ASSUME, 0, 3},
    {once, ONCE, 2, 3},             {library, LIBRARY, 1, 4},       {stack_statement, STACK, 2, 5},  {leave, EXITS, 0, 3},
    {rejoin, REJOIN, 1, 2},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static void statement(struct gen *g) {
  int total = 0, pick;
  for (int i = 0; i < STATEMENTS; i++)
    if (statements[i].feature == ALWAYS || g->has[statements[i].feature]) total += statements[i].weight;
  for (int tries = 0; tries < 20; tries++) {
    int n = below(g, total);
    for (pick = 0;; pick++) {
      if (statements[pick].feature != ALWAYS && !g->has[statements[pick].feature]) continue;
      if ((n -= statements[pick].weight) < 0) break;
    }
    bool nests = statements[pick].write == branch || statements[pick].write == loop;
    if (statements[pick].cost > g->budget || (g->depth > 1 && nests)) continue;
    g->budget -= statements[pick].cost;
    statements[pick].write(g);
    return;
  }
  line(g, ";");
}

/* ---- the program around them */

static void declarations(struct gen *g) {
  printf("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdio.h>\n");
  printf("#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <heddle.h>\n");
  printf("void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n\n");
  printf("static int x0, x1, x2, flag, a[3], b[3] = {3, 2, 1};\nstatic const int table[4] = {1, 2, 0, 1};\n");
  printf("static int *p0, *p1, *sp, *tp;\nstatic _Thread_local int tl = 1;\nstatic atomic_int c;\nstatic unsigned char input;\n");
  printf("static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, mc = PTHREAD_MUTEX_INITIALIZER;\n");
  printf("static pthread_mutex_t mr;\nstatic pthread_cond_t cond = PTHREAD_COND_INITIALIZER;\nstatic pthread_once_t control;\n");
  printf("static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin;\nstatic sem_t sem;\n");
  printf("static pthread_barrier_t barrier;\nstatic struct timespec soon;\n%s\n", g->has[REJOIN] ? "static pthread_t t[4];\n" : "");
  printf("__attribute__((unused)) static int bump(int *x, int by) {\n  int old = *x;\n  *x = old + by;\n  return old;\n}\n");
  printf("__attribute__((unused)) static void set_up(void) { x1++; }\n");
  printf("__attribute__((unused)) static void lend(int v) {\n  int here = v;\n  sp = &here;\n  x2 = here;\n}\n\n");
}

static void thread_function(struct gen *g, int number, int child) {
  g->thread = number;
  g->budget = g->size;
  g->indent = g->depth = g->held = 0;
  printf("static void *f%d(void *arg) {\n", number);
  g->indent = 1;
  line(g, "int l0 = 0, l1 = 1, l2 = 0, own = 5, *q = NULL;");
  line(g, "(void)arg, (void)l0, (void)l1, (void)l2, (void)own, (void)q;");
  if (g->has[INPUT]) line(g, "int in = input;");
  if (g->has[STACK] && chance(g, 30)) line(g, "*(int *)arg += 1;");
  if (child >= 0) {
    if (chance(g, 40)) statement(g);
    line(g, "pthread_t child;\n  pthread_create(&child, NULL, f%d, NULL);", child);
  }
  while (g->budget > 0) {
    int before = g->budget;
    statement(g);
    if (chance(g, 15)) assertion(g);
    if (g->budget == before) g->budget--;
  }
  assertion(g);
  if (child >= 0 && chance(g, 70)) line(g, "pthread_join(child, NULL);\n  %s = %s;", local(g), scalar(g));
  line(g, "return %s;\n}\n", g->has[RESULT] ? text("(void *)(long)%s", local(g)) : "NULL");
}

static void prepare(struct gen *g) {
  if (g->has[INPUT]) line(g, "heddle_symbolic(&input, 1, \"in\");\n  heddle_assume(input < %d);\n  in = input;", 2 + below(g, 2));
  if (g->has[SEMAPHORE]) line(g, "sem_init(&sem, 0, %d);", below(g, 3));
  if (g->has[BARRIER]) line(g, "pthread_barrier_init(&barrier, NULL, %d);", 2 + (g->nthreads > 2 && chance(g, 40)));
  if (g->has[SPIN]) line(g, "pthread_spin_init(&spin, 0);");
  if (g->has[HEAP] && chance(g, 70)) line(g, "p0 = malloc(sizeof *p0);\n  *p0 = 1;");
  if (g->has[RECURSIVE]) {
    line(g, "pthread_mutexattr_t kind;\n  pthread_mutexattr_init(&kind);");
    line(g, "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);\n  pthread_mutex_init(&mr, &kind);");
  }
}

static void finish(struct gen *g, int roots) {
  for (int i = 0; i < roots; i++) {
    if (g->has[DETACH] && chance(g, 50)) line(g, "pthread_detach(t[%d]);", i);
    else if (g->has[RESULT]) line(g, "pthread_join(t[%d], &result); l2 += (int)(long)result;", i);
    else line(g, "pthread_join(t[%d], NULL);", i);
  }
  line(g, "l0 = x0, l1 = x1;");
  if (chance(g, 50)) assertion(g);
  line(g, "printf(\"%%d %%d %%d %%d %%d %%d %%d %%d %%d %%d %%d\\n\", x0, x1, x2, flag, a[0], a[1], a[2], p0 != NULL, p1 != NULL, (int)c, l2);");
  line(g, "return 0;");
}

static void main_function(struct gen *g, int roots) {
  g->depth = g->held = 0;
  g->indent = 1;
  printf("int main(void) {\n");
  line(g, "int l0 = 0, l1 = 0, l2 = 0, own = 4, *q = NULL%s;\n  void *result;", g->has[INPUT] ? ", in" : "");
  if (!g->has[REJOIN]) line(g, "pthread_t t[4];");
  line(g, "(void)l0, (void)l1, (void)l2, (void)own, (void)q, (void)result;");
  prepare(g);
  for (int i = 0; i < roots; i++) line(g, "pthread_create(&t[%d], NULL, f%d, &own);", i, i);
  if (chance(g, 25) && !g->has[BARRIER]) {
    g->budget = 2;
    statement(g);
  }
  finish(g, roots);
  printf("}\n");
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  struct gen g = {.state = strtoull(argv[1], NULL, 10) * 0x2545f4914f6cdd1du + 77};
  static const int percent[] = {
#define X(name, percent) percent,
      FEATURES(X)
#undef X
  };
  for (int i = 0; i < FEATURE_COUNT; i++) g.has[i] = chance(&g, percent[i]);
  g.has[MUTEX] |= g.has[TWO_MUTEXES];
  g.has[CONDITION] |= g.has[TIMED];
  g.has[ARRAY] |= g.has[INPUT] && chance(&g, 50);
  g.nthreads = 2 + chance(&g, 45);
  g.size = argc > 2 ? atoi(argv[2]) : g.nthreads == 2 ? 3 + below(&g, 4) : 2 + below(&g, 2);
  int roots = g.has[NESTED] ? g.nthreads - 1 : g.nthreads;
  declarations(&g);
  for (int i = g.nthreads; i-- > 0;) thread_function(&g, i, g.has[NESTED] && i == 0 ? g.nthreads - 1 : -1);
  main_function(&g, roots);
  return 0;
}
