/* Programs with equal threads: two or three of the same function and, mostly, the same argument. A search may take
   them for interchangeable only if nothing in the program can tell one from another. So most programs have one of the
   things that can: results of joins that are read, work or the join of another thread between two joins, threads that
   are not joined, ids and handles as data, pthread_self, addresses of a thread's own objects that others see, owners of
   locks. Failures that only one named thread can cause are meant to happen. */
#include "gen_inside.h"

enum teller {
  TELLS_NOTHING,
  TELLS_RESULT,
  TELLS_BETWEEN,
  TELLS_PARTIAL,
  TELLS_ID,
  TELLS_SELF,
  TELLS_HANDLE,
  TELLS_ADDRESS,
  TELLS_OWNER,
  TELLERS
};

struct pool {
  enum teller teller; /* what tells the threads apart, if anything does */
  int threads;        /* of f0 */
  int other;          /* 0: no further thread; else f1 is the how manyth to be created */
  bool looped;        /* created and joined in loops */
  bool inner;         /* created and joined by f2, which is a thread itself */
  bool joined;        /* or left alone */
  bool late;          /* their results are looked at when all are joined */
  bool global;        /* handles are in a global variable */
  bool tickets;       /* short steps that draw numbers and act on them */
};

/* ---- the equal threads ---- */

static const char *variable(struct gen *g) { return gen_chance(g, 65) ? "x0" : "x1"; }

static void count_up(struct gen *g) {
  const char *x = variable(g);
  bool one = g->budget < 2 || gen_chance(g, 50);
  if (one) gen_line(g, "l0 = __atomic_fetch_add(&%s, 1, __ATOMIC_SEQ_CST);", x);
  else gen_line(g, "l0 = %s; %s = l0 + %d;", x, x, 1 + gen_below(g, 2));
  g->budget -= 2 - one;
}

static void lock(struct gen *g) {
  const char *inside = gen_chance(g, 50) ? "l0 = x0; x0 = l0 + 1;" : "l1 = x1; x0 += l1;";
  if (gen_chance(g, 70)) gen_line(g, "pthread_mutex_lock(&m0); %s pthread_mutex_unlock(&m0);", inside);
  else gen_line(g, "pthread_rwlock_wrlock(&rw); %s pthread_rwlock_unlock(&rw);", inside);
}

/* Who owns the lock is seen only when somebody lets go of it. */
static void try_lock(struct gen *g) {
  static const char *const tries[] = {"pthread_mutex_trylock(&m0)", "pthread_rwlock_trywrlock(&rw)",
                                      "pthread_spin_trylock(&spin)"};
  static const char *const frees[] = {"pthread_mutex_unlock(&m0);", "pthread_rwlock_unlock(&rw);",
                                      "pthread_spin_unlock(&spin);"};
  int kind = gen_chance(g, 60) ? 0 : gen_below(g, 3);
  const char *x = variable(g);
  if (gen_chance(g, 50)) gen_line(g, "l2 = %s; l0 = %s++; %s", tries[kind], x, frees[kind]);
  else gen_line(g, "if (%s == 0) { l0 = %s; %s = l0 + 1; %s }", tries[kind], x, x, frees[kind]);
}

/* The thread's own memory, seen by others. */
static void own_memory(struct gen *g) {
  switch (gen_below(g, 7)) {
  case 0: gen_line(g, "sp = &own; l1 = sp == &own;"); break;
  case 1: gen_line(g, "q = __atomic_exchange_n(&sp, &own, __ATOMIC_SEQ_CST); l1 = q == NULL;"); break;
  case 2: gen_line(g, "q = sp; sp = &own; l1 = q && q < &own;"); break;
  case 3: gen_line(g, "q = malloc(sizeof *q); if (q) { *q = l0; p0 = q; }"); break;
  case 4: gen_line(g, "q = p0; if (q) l1 = *q;"); break;
  case 5: gen_line(g, "q = malloc(sizeof *q); if (q) *q = 1; l1 = p0 < q; p0 = q;"); break;
  default: gen_line(g, "tl += l0; x1 = tl;");
  }
}

static void wait(struct gen *g) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "sem_wait(&sem); l0 = x0;"); break;
  case 1: gen_line(g, "l0 = x0; sem_post(&sem);"); break;
  case 2: gen_line(g, "sem_wait(&sem); x0++; sem_post(&sem);"); break;
  default: gen_line(g, "pthread_barrier_wait(&barrier); l0 = x0++;");
  }
}

static void assertion(struct gen *g) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "assert(l0 != %d || l1 != %d);", gen_below(g, 4), gen_below(g, 2)); break;
  case 1: gen_line(g, "assert(l0 + l1 != %d);", gen_below(g, 4)); break;
  default: gen_line(g, "assert(l0 != %d);", gen_below(g, 4));
  }
}

/* A number taken in turn, then something that only one of the threads is. */
static void tell(struct gen *g, const struct pool *p) {
  static const char *const when[] = {"t[%d] == me", "pthread_equal(me, t[%d])"};
  static const char *const addresses[] = {"sp == &own", "sp != &own", "q && q < &own", "q > &own", "q != NULL"};
  char text[TEXT_BYTES];
  int who = gen_below(g, p->threads), drawn = gen_below(g, p->threads);
  bool swaps = gen_chance(g, 50); /* which leaves an address in the thread's own memory, too */
  if (p->teller == TELLS_ADDRESS)
    gen_line(g, swaps ? "q = __atomic_exchange_n(&sp, &own, __ATOMIC_SEQ_CST);" : "sp = &own;");
  if (p->teller == TELLS_OWNER) gen_line(g, "pthread_mutex_trylock(&m0);");
  gen_line(g, "l0 = __atomic_fetch_add(&y0, 1, __ATOMIC_SEQ_CST);");
  if (p->teller == TELLS_ID) {
    if (gen_chance(g, 30)) gen_line(g, "a[(int)(long)arg] = l0;");
    else gen_line(g, "if ((int)(long)arg == %d) assert(l0 != %d);", who, drawn);
  } else if (p->teller == TELLS_SELF) {
    if (gen_chance(g, 50)) snprintf(text, sizeof text, "(me & 1) == %d", who & 1);
    else snprintf(text, sizeof text, when[gen_below(g, 2)], who);
    gen_line(g, "pthread_t me = pthread_self(); if (%s) assert(l0 != %d);", text, drawn);
  } else if (p->teller == TELLS_ADDRESS) {
    gen_line(g, "if (%s) assert(l0 != %d);", addresses[gen_below(g, swaps ? 5 : 2)], drawn);
  } else if (p->teller == TELLS_OWNER) {
    gen_line(g, "if (l0 == %d) pthread_mutex_unlock(&m0);", drawn);
  } else if (p->teller == TELLS_HANDLE) gen_line(g, "if (t[%d]) x1 += (int)(t[%d] & 1);", who, who);
}

/* A number is drawn, forgotten soon, and decides meanwhile who does what: what a thread did tells it from an equal one,
   what it is does not. */
static void ticket_step(struct gen *g) {
  static const char *const variables[] = {"x0", "x1", "y0"};
  const char *v = variables[gen_below(g, 3)], *w = variables[gen_below(g, 3)];
  int when = gen_below(g, 3), value = gen_below(g, 3);
  switch (gen_below(g, 8)) {
  case 0: gen_line(g, "if (l0 == %d) %s = %d;", when, v, value); break;
  case 1: gen_line(g, "if (l0 == %d) %s = %d; else %s = %d;", when, v, value, w, gen_below(g, 3)); break;
  case 2: gen_line(g, "if (l0 == %d) assert(%s != %d);", when, v, value); break;
  case 3: gen_line(g, "l0 = %s;", v); break;
  case 4: gen_line(g, "%s = %d;", v, value); break;
  case 5: gen_line(g, "assert(%s != %d || %s != %d);", v, value, w, when); break;
  default: gen_line(g, "l0 = __atomic_fetch_add(&%s, 1, __ATOMIC_SEQ_CST);", v);
  }
}

static void body(struct gen *g, const struct pool *p) {
  for (; p->tickets && g->budget > 0; g->budget--) ticket_step(g);
  if (p->teller >= TELLS_ID || p->teller == TELLS_RESULT) g->budget -= 2 + (p->teller > TELLS_HANDLE);
  while (g->budget > 0) {
    int kind = gen_below(g, 9);
    if (kind < 3 && g->budget > 2) (kind == 0 ? lock : try_lock)(g), g->budget -= 3;
    else if (kind == 3 && g->budget > 1) own_memory(g), g->budget -= 2;
    else if (kind == 4 && g->budget > 1) wait(g), g->budget -= 2;
    else if (kind == 5)
      gen_line(g, "if (l0 == %d) %s = %d;", gen_below(g, 3), variable(g), gen_below(g, 3)), g->budget--;
    else count_up(g);
    if (gen_chance(g, 20)) assertion(g);
  }
  if (p->teller >= TELLS_ID || p->teller == TELLS_RESULT) tell(g, p);
  if (gen_chance(g, 60)) assertion(g);
}

static void thread_function(struct gen *g, int number, const struct pool *p) {
  fprintf(g->out, "static void *f%d(void *arg) {\n", number);
  gen_line(g, "int l0 = 0, l1 = 0, l2 = 0, own = 2, *q = NULL;\n  (void)arg, (void)l1, (void)l2, (void)own, (void)q;");
  g->budget = number ? 1 : g->size + p->tickets;
  if (g->has[INPUT] && gen_chance(g, 60)) gen_line(g, "if (input == %d) x0++;", gen_below(g, 2));
  body(g, number ? &(struct pool){.tickets = p->tickets} : p);
  if (gen_chance(g, 20)) gen_line(g, "return %s;", gen_chance(g, 50) ? "(void *)(long)l0" : "arg");
  else gen_line(g, "return %s;", p->teller == TELLS_RESULT ? "(void *)(long)l0" : "NULL");
  fprintf(g->out, "}\n\n");
}

/* ---- who creates and joins them ---- */

static const char *argument(struct gen *g, const struct pool *p, const char *number) {
  static const char *const same[] = {"NULL", "NULL", "&x0", "&y0", "(void *)1L"};
  if (p->teller == TELLS_ID || gen_chance(g, 10)) return gen_text(g, "(void *)(long)%s", number);
  return same[p->threads % 2 + gen_below(g, 4)];
}

static void create(struct gen *g, const struct pool *p) {
  if (p->looped) {
    if (p->other == 1) gen_line(g, "pthread_create(&t[3], NULL, f1, NULL);");
    gen_line(g, "for (int i = 0; i < %d; i++) pthread_create(&t[i], NULL, f0, %s);", p->threads, argument(g, p, "i"));
    if (p->other > 1) gen_line(g, "pthread_create(&t[3], NULL, f1, NULL);");
    return;
  }
  const char *first = argument(g, p, "0");
  for (int i = 0; i < p->threads; i++) {
    if (p->other == i + 1) gen_line(g, "pthread_create(&t[3], NULL, f1, NULL);");
    gen_line(g, "pthread_create(&t[%d], NULL, f0, %s);", i,
             p->teller == TELLS_ID ? gen_text(g, "(void *)%dL", i) : first);
    if (gen_chance(g, 8)) gen_line(g, "%s++;", variable(g));
  }
  if (p->other > p->threads) gen_line(g, "pthread_create(&t[3], NULL, f1, NULL);");
}

static void act(struct gen *g) {
  const char *x = variable(g);
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "%s = %d;", x, gen_below(g, 4)); break;
  case 1: gen_line(g, "pthread_mutex_lock(&m0); l0 = %s; pthread_mutex_unlock(&m0);", x); break;
  default: gen_line(g, "l0 = %s; assert(l0 != %d);", x, gen_below(g, 4));
  }
}

static void join_one(struct gen *g, const struct pool *p, int number) {
  if (p->teller == TELLS_RESULT && p->late) gen_line(g, "pthread_join(t[%d], &got[%d]);", number, number);
  else if (p->teller == TELLS_RESULT && gen_chance(g, 75)) {
    gen_line(g, "pthread_join(t[%d], &result);", number);
    if (gen_chance(g, 70)) gen_line(g, "assert((long)result != %d);", gen_below(g, 3));
    else gen_line(g, "l1 += (int)(long)result * %d;", number + 1);
  } else if (gen_chance(g, 8)) gen_line(g, "pthread_join(t[%d], &result);", number);
  else gen_line(g, "pthread_join(t[%d], NULL);", number);
  if (p->teller == TELLS_BETWEEN && gen_chance(g, 55)) act(g);
}

static void join(struct gen *g, const struct pool *p) {
  bool backwards = gen_chance(g, 30);
  int other = p->other ? gen_below(g, p->threads + 1) : -1;
  if (!p->joined) return;
  if (p->looped && p->teller != TELLS_RESULT && p->teller != TELLS_PARTIAL && other != 0) {
    const char *more = p->teller == TELLS_BETWEEN ? " assert(x0 != 3);" : "";
    gen_line(g, "for (int i = 0; i < %d; i++) { pthread_join(t[i], NULL);%s }", p->threads, more);
    if (p->other) gen_line(g, "pthread_join(t[3], NULL);");
    return;
  }
  for (int k = 0; k < p->threads; k++) {
    int i = backwards ? p->threads - 1 - k : k;
    if (k == other) gen_line(g, "pthread_join(t[3], NULL);");
    if (p->teller != TELLS_PARTIAL || gen_chance(g, 50)) join_one(g, p, i);
    else if (gen_chance(g, 30)) gen_line(g, "pthread_detach(t[%d]);", i);
  }
  if (other == p->threads) gen_line(g, "pthread_join(t[3], NULL);");
}

static void life(struct gen *g, const struct pool *p) {
  create(g, p);
  if (gen_chance(g, 10)) act(g);
  join(g, p);
}

static void main_function(struct gen *g, const struct pool *p) {
  fprintf(g->out, "int main(void) {\n");
  gen_line(g,
           "int l0 = 0, l1 = 0;\n  void *result = NULL;\n  pthread_t c;\n  (void)l0, (void)l1, (void)result, (void)c;");
  if (!p->global) gen_line(g, "pthread_t t[4];");
  if (p->late) gen_line(g, "void *got[4] = {NULL, NULL, NULL, NULL};\n  (void)got;");
  gen_line(g, "sem_init(&sem, 0, %d);\n  pthread_spin_init(&spin, 0);", gen_below(g, 3));
  gen_line(g, "pthread_barrier_init(&barrier, NULL, %d);", 2 + gen_chance(g, 20));
  if (g->has[INPUT]) gen_line(g, "heddle_symbolic(&input, 1, \"in\");\n  heddle_assume(input < 2);");
  if (p->inner) {
    gen_line(g, "pthread_create(&c, NULL, f2, NULL);");
    if (gen_chance(g, 40)) act(g);
    gen_line(g, "pthread_join(c, NULL);");
  } else life(g, p);
  gen_line(g, "l0 = x0;");
  if (p->late && p->teller == TELLS_RESULT && !p->inner)
    gen_line(g, "assert((long)got[%d] != %d);", gen_below(g, p->threads), gen_below(g, p->threads));
  if (gen_chance(g, 50)) gen_line(g, "assert(l0 != %d);", gen_below(g, 5));
  gen_line(g, "SHOW(6, l0, x1, y0, a[0], a[1], l1);\n  return 0;\n}");
}

static void data(struct gen *g, bool handles) {
  if (handles) fprintf(g->out, "static pthread_t t[4];\n");
  fprintf(g->out, "static int x0, x1, y0, a[3], *p0, *sp;\nstatic unsigned char input;\n"
                  "static _Thread_local int tl = 1;\nstatic pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;\n"
                  "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin;\n"
                  "static sem_t sem;\nstatic pthread_barrier_t barrier;\n\n");
}

static void pool_program(struct gen *g, int size) {
  struct pool p = {.teller = gen_chance(g, 50) ? TELLS_NOTHING : (enum teller)(1 + gen_below(g, TELLERS - 1)),
                   .threads = 2 + gen_chance(g, 35),
                   .looped = gen_chance(g, 45),
                   .joined = gen_chance(g, 90),
                   .late = gen_chance(g, 60)};
  p.tickets = p.teller == TELLS_NOTHING && gen_chance(g, 60);
  if (gen_chance(g, p.threads > 2 ? 15 : 30)) p.other = 1 + gen_below(g, p.threads + 1);
  g->size = size ? size : p.threads > 2 ? 1 + gen_chance(g, p.other ? 0 : 55) : 2 + gen_below(g, p.other ? 1 : 3);
  p.inner = gen_chance(g, 8);
  p.global = p.inner || p.teller == TELLS_SELF || p.teller == TELLS_HANDLE || gen_chance(g, 12);
  data(g, p.global);
  if (p.other) thread_function(g, 1, &p);
  thread_function(g, 0, &p);
  if (p.inner) {
    fprintf(g->out, "static void *f2(void *arg) {\n");
    gen_line(g, "int l0 = 0, l1 = 0;\n  void *result = NULL, *got[4];\n  (void)l0, (void)l1, (void)result, (void)got;");
    life(g, &p);
    gen_line(g, "return arg;\n}\n");
  }
  main_function(g, &p);
}

void gen_equal_program(struct gen *g, int size, struct gen_traits *traits) {
  g->has[INPUT] = gen_chance(g, 12);
  g->indent = 1;
  *traits = (struct gen_traits){.inputs = g->has[INPUT], .profile = g->profile};
  pool_program(g, size);
}
