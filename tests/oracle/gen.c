/* The program around the statements: which profile and features it has, its global data, threads, main. */
#include "gen.h"

#include <string.h>

#include "gen_inside.h"

static const char *const profile_names[] = {
#define X(name, share) #name,
    GEN_PROFILES(X)
#undef X
};
const char *gen_profile_name(int profile) { return profile_names[profile]; }

void gen_head(FILE *out) {
  fprintf(
      out,
      "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdarg.h>\n"
      "#include <stdatomic.h>\n#include <stdlib.h>\n");
  fprintf(out,
          "#include <string.h>\n#include <threads.h>\n#include <time.h>\n#include <unistd.h>\n#include <heddle.h>\n");
  fprintf(out, "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n");
  fprintf(out, "struct pair { int i, v[2]; };\nstruct node { int value; struct node *next; };\n");
  fprintf(
      out,
      "__attribute__((unused)) static int last_of(int n, ...) {\n  va_list list;\n  int v = 0;\n  va_start(list, n);\n"
      "  while (n-- > 0) v = va_arg(list, int);\n  v += *va_arg(list, const int *);\n"
      "  va_end(list);\n  return v;\n}\n");
  fprintf(out, "__attribute__((unused)) static int deep(int n) { return n ? deep(n - 1) + 1 : 0; }\n");
  fprintf(out, "/* The final state: a character per value after a mark. */\n");
  fprintf(
      out,
      "#define SHOW(n, ...) { const int all[] = {__VA_ARGS__}; char text[n + 2] = \"=\"; for (int i = 0; i < n; i++) "
      "text[i + 1] = (char)('0' + (all[i] & 63)); text[n + 1] = '\\n'; write(1, text, n + 2); }\n\n");
}

void gen_names(FILE *out, uint64_t seed, bool undo) {
  static const char *const names[] = {
      "x0",    "x1",     "x2",   "y0",       "y1",     "flag",     "w",        "a",    "b",     "table",   "p0",
      "p1",    "sp",     "tp",   "gp",       "gq",     "fp",       "s0",       "head", "tl",    "c",       "m0",
      "m1",    "mc",     "mr",   "cond",     "rw",     "spin",     "sem",      "soon", "input", "control", "t",
      "bump",  "lend",   "main", "barrier",  "set_up", "one_more", "one_less", "f0",   "f1",    "f2",      "f3",
      "twice", "logged", "hits", "classify", "weigh",  "me",       "cf",       "cm",   "cc",    "pk",      "tk",
      "got",   "never",  "k0",   "k1",       "k2",     "k3",       "wide",     "big0", "big1",  "drawn",   "spread",
      "old",   "place",  "top",  "who",      "leaf"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    if (undo) fprintf(out, "#undef %s\n", names[i]);
    else fprintf(out, "#define %s %s_%llu\n", names[i], names[i], (unsigned long long)seed);
  }
}

static void declarations(struct gen *g) {
  FILE *out = g->out;
  fprintf(out, "static int x0 = %d, x1, x2, y0, y1, flag, w, a[3] = {0, %d, %d}, b[3] = {3, 2, 1};\n",
          gen_chance(g, 25), gen_below(g, 4), gen_below(g, 3));
  fprintf(out, "static const int table[4] = {1, 2, 0, 1};\n");
  fprintf(out, "static int *p0, *p1, *sp, *tp, *gp = &x%d, *gq = &%s;\n", gen_below(g, 2),
          gen_chance(g, 60) ? "x1" : "a[0]");
  fprintf(out, "static struct pair s0 = {0, {%d, %d}};\nstatic struct node *head;\n", gen_below(g, 2), gen_below(g, 4));
  fprintf(out, "static _Thread_local int tl = 1;\nstatic atomic_int c;\nstatic unsigned char input;\n");
  fprintf(out, "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n");
  fprintf(out, "static pthread_mutex_t mc = PTHREAD_MUTEX_INITIALIZER, mr;\n"
               "static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;\n");
  fprintf(
      out,
      "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nstatic pthread_spinlock_t spin;\nstatic sem_t sem;\n");
  fprintf(out, "static pthread_barrier_t barrier;\nstatic pthread_once_t control;\nstatic struct timespec soon;\n");
  if (g->has[REJOIN]) fprintf(out, "static pthread_t t[4];\n");
  fprintf(
      out,
      "__attribute__((unused)) static int bump(int *x, int by) {\n  int old = *x;\n  *x = old + by;\n  return old;\n"
      "}\n");
  fprintf(out, "__attribute__((unused)) static int twice(int *x) { return last_of(1, bump(x, %d), &table[0]); }\n",
          gen_below(g, 2));
  fprintf(out, "__attribute__((unused)) static int one_more(int v) { return last_of(2, 0, v, &table[3]); }\n");
  fprintf(out, "__attribute__((unused)) static int one_less(int v) { return v - 1; }\n");
  gen_input_functions(g);
  gen_reuse_data(g);
  fprintf(out, "static int (*fp)(int) = one_more;\n");
  fprintf(out, "__attribute__((unused)) static void set_up(void) { x1++; }\n");
  gen_step_data(g);
  fprintf(out,
          "__attribute__((unused)) static void lend(int v) {\n  int here = v;\n  sp = &here;\n  x2 = here;\n}\n\n");
}

/* What needs a partner in another thread, or much room, comes first. */
static void first_statement(struct gen *g) {
  int before = g->budget;
  g->budget -= 4;
  if (g->has[CONDITION] && g->thread < 2 && gen_chance(g, 75)) (g->thread ? gen_signal : gen_wait)(g);
  else if (g->has[INVARIANT] && gen_chance(g, 60)) gen_invariant(g);
  else if (g->has[BARRIER] && gen_chance(g, 60)) gen_barrier(g);
  else g->budget = before;
}

static void random_body(struct gen *g) {
  if (g->budget >= 3) first_statement(g);
  int often = g->density == ASSERTS_MANY ? 35 : 12;
  while (g->budget > 0) {
    int before = g->budget;
    gen_statement(g);
    if (gen_chance(g, often)) gen_assertion(g);
    if (g->budget == before) g->budget--;
  }
  gen_assertions(g);
}

static void thread_function(struct gen *g, int number, int child) {
  g->thread = number;
  g->budget = g->size;
  g->depth = g->held = g->recent = 0;
  fprintf(g->out, "static void *f%d(void *arg) {\n", number);
  g->indent = 1;
  gen_line(g, "int l0 = 0, l1 = %s, l2 = 0, own = 5, *q = NULL;", g->has[LOOPED] ? "(int)(long)arg" : "1");
  gen_line(g, "(void)arg, (void)l0, (void)l1, (void)l2, (void)own, (void)q;");
  if (g->has[INPUT]) {
    gen_line(g, "int in = input;");
    g->budget -= g->budget > 2;
  }
  if (g->has[STACK] && !g->has[LOOPED] && gen_chance(g, 30)) gen_line(g, "*(int *)arg += 1;");
  if (g->deep && (g->has[LOOPED] || number == g->nthreads - 1)) gen_line(g, "l0 = deep(100000) - 100000;");
  if (child >= 0) {
    if (gen_chance(g, 40)) gen_statement(g);
    g->budget -= g->budget > 2;
    gen_line(g, "pthread_t child;\n  pthread_create(&child, NULL, f%d, NULL);", child);
  }
  if (g->waits) gen_waits_thread(g, number);
  else if (g->profile == PROFILE_SHAPES) gen_shape_thread(g, number);
  else random_body(g);
  if (child >= 0 && gen_chance(g, 70))
    gen_line(g, "pthread_join(child, NULL);\n  %s = %s;", gen_local(g), gen_scalar(g));
  gen_line(g, "return %s;", g->has[RESULT] ? gen_text(g, "(void *)(long)%s", gen_local(g)) : "NULL");
  fprintf(g->out, "}\n\n");
}

static void prepare(struct gen *g) {
  if (g->has[INPUT])
    gen_line(g, "heddle_symbolic(&input, 1, \"in\");\n  heddle_assume(input < %d);\n  in = input;",
             2 + gen_below(g, 2));
  if (g->has[SEMAPHORE]) gen_line(g, "sem_init(&sem, 0, %d);", gen_below(g, 3));
  if (g->has[BARRIER])
    gen_line(g, "pthread_barrier_init(&barrier, NULL, %d);", 2 + (g->nthreads > 2 && gen_chance(g, 40)));
  if (g->has[SPIN]) gen_line(g, "pthread_spin_init(&spin, 0);");
  gen_waits_prepare(g);
  if (g->profile == PROFILE_SHAPES)
    gen_line(g, "p0 = malloc(sizeof *p0), p1 = malloc(sizeof *p1);\n  *p0 = %d, *p1 = %d;", gen_below(g, 3),
             1 + gen_below(g, 3));
  else if (g->has[HEAP] && gen_chance(g, 70)) gen_line(g, "p0 = malloc(sizeof *p0);\n  *p0 = 1;");
  if (g->has[LIST] && gen_chance(g, 60))
    gen_line(g, "head = malloc(sizeof *head);\n  head->value = 2, head->next = NULL;");
  gen_reuse_start(g);
  if (g->has[RECURSIVE]) {
    gen_line(g, "pthread_mutexattr_t kind;\n  pthread_mutexattr_init(&kind);");
    gen_line(g, "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);\n  pthread_mutex_init(&mr, &kind);");
  }
}

static void start(struct gen *g, int roots) {
  if (g->has[LOOPED]) {
    gen_line(g, "for (int i = 0; i < %d; i++) pthread_create(&t[i], NULL, f0, (void *)(long)i);", roots);
    return;
  }
  for (int i = 0; i < roots; i++) gen_line(g, "pthread_create(&t[%d], NULL, f%d, &own);", i, i);
}

static void finish(struct gen *g, int roots) {
  if (g->has[LOOPED] && !g->has[DETACH] && !g->has[RESULT])
    gen_line(g, "for (int i = 0; i < %d; i++) pthread_join(t[i], NULL);", roots);
  else
    for (int i = 0; i < roots; i++) {
      if (g->has[DETACH] && gen_chance(g, 50)) gen_line(g, "pthread_detach(t[%d]);", i);
      else if (g->has[RESULT]) gen_line(g, "pthread_join(t[%d], &result); l2 += (int)(long)result;", i);
      else gen_line(g, "pthread_join(t[%d], NULL);", i);
    }
  gen_line(g, "l0 = x0, l1 = x1;");
  gen_reuse_end(g);
  gen_step_result(g);
  if (gen_chance(g, 40)) gen_assertion(g);
  gen_line(
      g, "SHOW(15, x0, x1, x2, y0, flag, w, a[0], a[1], a[2], p0 != NULL, head != NULL, gp == gq, s0.i, (int)c, l2);");
  gen_line(g, "return 0;");
}

static void main_function(struct gen *g, int roots) {
  g->thread = g->nthreads;
  g->depth = g->held = g->recent = 0;
  g->indent = 1;
  fprintf(g->out, "int main(void) {\n");
  gen_line(g, "int l0 = 0, l1 = 0, l2 = 0, own = 4, *q = NULL%s;\n  void *result;", g->has[INPUT] ? ", in" : "");
  if (!g->has[REJOIN]) gen_line(g, "pthread_t t[4];");
  gen_line(g, "(void)l0, (void)l1, (void)l2, (void)own, (void)q, (void)result;");
  prepare(g);
  start(g, roots);
  if (g->nthreads == 2 && gen_chance(g, 25) && !g->has[BARRIER]) {
    g->budget = 2;
    gen_statement(g);
  }
  finish(g, roots);
  fprintf(g->out, "}\n");
}

static int choose_profile(struct gen *g) {
  static const int shares[] = {
#define X(name, share) share,
      GEN_PROFILES(X)
#undef X
  };
  int n = gen_below(g, 100), profile = 0;
  while (profile < PROFILE_COUNT - 1 && (n -= shares[profile]) >= 0) profile++;
  return profile;
}

static void choose_features(struct gen *g, int profile) {
  static const int percent[][PROFILE_COUNT] = {
#define X(name, ...) {__VA_ARGS__},
      GEN_FEATURES(X)
#undef X
  };
  for (int i = 0; i < FEATURE_COUNT; i++) g->has[i] = gen_chance(g, percent[i][profile]);
  gen_reuse_choose(g);
  g->has[MUTEX] |= g->has[TWO_MUTEXES];
  g->has[CONDITION] |= g->has[TIMED];
  g->has[ARRAY] |= g->has[INPUT] && gen_chance(g, 50);
  g->has[NESTED] &= !g->has[LOOPED];
  int density = gen_below(g, 10);
  g->density = density < 3 ? ASSERTS_FEW : density < 7 ? ASSERTS_NORMAL : ASSERTS_MANY;
  g->scalars = 1 + (gen_chance(g, 85) ? 1 : 0) + (gen_chance(g, 45) ? 1 : 0);
}

/* Two threads of six operations have 924 interleavings, three of three 1,680. */
static void choose_size(struct gen *g, int profile, int size) {
  bool locks = g->has[MUTEX] || g->has[RWLOCK] || g->has[SPIN] || g->has[RECURSIVE];
  bool wide =
      locks || g->has[HEAP] || g->has[LIST] || g->has[BARRIER] || g->has[RETRY]; /* statements of several operations */
  bool three = gen_chance(g, profile == PROFILE_DATA ? 60 : wide ? 30 : 45);
  g->nthreads = 2 + three;
  g->size = three ? 2 + gen_chance(g, locks ? 80 : 45) : (wide ? 4 : 3) + gen_below(g, wide ? 3 : 4);
  if (g->has[CONDITION] || g->has[INVARIANT]) g->nthreads = 2, g->size = 4 + gen_below(g, 3);
  if (g->has[REUSE]) g->nthreads = 2, g->size = 4 + gen_below(g, 3);
  if (size) g->size = size;
  g->asserting = gen_below(g, g->nthreads + 1);
  if (profile != PROFILE_SHAPES) return;
  g->nthreads = 3;
  g->density = ASSERTS_NORMAL;
  for (unsigned i = 0; i < sizeof g->pick / sizeof *g->pick; i++) g->pick[i] = (unsigned)gen_below(g, 1000);
}

void gen_program(FILE *out, uint64_t seed, int size, struct gen_traits *traits) {
  struct gen g = {.out = out, .state = seed * 0x2545f4914f6cdd1du + 77};
  int profile = g.profile = choose_profile(&g);
  if (seed % GEN_LIBRARY_EVERY == 0) {
    gen_library_program(&g, size, seed / GEN_LIBRARY_EVERY % GEN_CANCELS_EVERY == 0, traits);
    return;
  }
  if (seed % GEN_COUNTING_EVERY == GEN_COUNTING_AT) {
    gen_counting_program(&g, size, traits);
    return;
  }
  if (seed % GEN_EQUAL_EVERY == GEN_EQUAL_AT) {
    gen_equal_program(&g, size, traits);
    return;
  }
  if (seed % GEN_TRAPS_EVERY == GEN_TRAPS_AT) {
    gen_trap_program(&g, traits);
    return;
  }
  if (seed % GEN_SPIN_EVERY == GEN_SPIN_AT) {
    gen_spin_program(&g, size, traits);
    return;
  }
  choose_features(&g, profile);
  gen_waits_choose(&g, seed);
  profile = g.profile;
  g.deep = seed % GEN_DEEP_EVERY == GEN_DEEP_AT;
  g.has[STEPS] = !g.waits && profile != PROFILE_SHAPES && gen_has_steps(seed);
  choose_size(&g, profile, size);
  if (g.waits) gen_waits_size(&g);
  *traits = (struct gen_traits){.inputs = g.has[INPUT],
                                .chance = g.has[STEPS],
                                .sections = g.has[SECTION],
                                .waits = g.has[CONDITION],
                                .choices = g.has[CONDITION] && g.nthreads > 2,
                                .loops = g.has[WAITING] || g.has[RETRY] || g.has[REUSE] || profile == PROFILE_SHAPES,
                                .profile = profile};
  int roots = g.has[NESTED] ? g.nthreads - 1 : g.nthreads;
  declarations(&g);
  for (int i = g.has[LOOPED] ? 1 : g.nthreads; i-- > 0;)
    thread_function(&g, i, g.has[NESTED] && i == 0 ? g.nthreads - 1 : -1);
  main_function(&g, roots);
}

bool gen_is_apart(const char *text) { return strstr(text, "pthread_cancel") || strstr(text, "ROBUST"); }
