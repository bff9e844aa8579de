/* Traps: small programs in which one rule of the stateful search decides whether a failure is found. Each has some
   threads of three or four operations; what does not matter for the trap varies. */
#include "gen_inside.h"

static void data(struct gen *g) {
  fprintf(g->out, "static pthread_t t[4];\nstatic int x0, x1, y0, y1, a[3];\n"
                  "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
                  "static sem_t sem;\n\n");
}

static const char *maybe(struct gen *g, int percent, const char *text) { return gen_chance(g, percent) ? text : ""; }

/* The threads f0 to f(count - 1) are created in any order that begins with `first`. */
static void create(struct gen *g, int count, int first) {
  for (int i = 0; i < count; i++)
    gen_line(g, "  pthread_create(&t[%d], NULL, f%d, NULL);", (i + first) % count, (i + first) % count);
}

static void finish(struct gen *g, int count) {
  for (int i = 0; i < count; i++) gen_line(g, "  pthread_join(t[%d], NULL);", i);
  gen_line(g, "  SHOW(5, x0, x1, y0, y1, a[0]);\n  return 0;\n}");
}

static void begin_main(struct gen *g, const char *more) {
  gen_line(g, "int main(void) {\n  sem_init(&sem, 0, 0);%s", more);
}

/* f1 cannot come before f0 unless main goes on first, and main waits for f2: whoever has tried f0 must try f2. */
static void waiting_holder(struct gen *g) {
  bool joins = gen_chance(g, 50);
  int k = 1 + gen_below(g, 2);
  gen_line(g, "static void *f0(void *arg) { x0 = %d; %sreturn arg; }", k, maybe(g, 40, "x1 = 1; "));
  gen_line(g, "static void *f1(void *arg) { %spthread_mutex_lock(&m0); int l0 = x0; %sassert(l0 == %d); return arg; }",
           maybe(g, 30, "y0 = 1; "), maybe(g, 50, "pthread_mutex_unlock(&m0); "), k);
  gen_line(g, "static void *f2(void *arg) { %s%s return arg; }", maybe(g, 40, "y0 = 2; "),
           joins ? "a[0] = 1;" : "sem_post(&sem);");
  begin_main(g, " pthread_mutex_lock(&m0);");
  create(g, 3, gen_below(g, 3));
  gen_line(g, "  %s\n  pthread_mutex_unlock(&m0);", joins ? "pthread_join(t[2], NULL);" : "sem_wait(&sem);");
  if (joins) gen_line(g, "  t[2] = t[1];\n  pthread_join(t[0], NULL);\n  pthread_join(t[2], NULL);\n  return 0;\n}");
  else finish(g, 3);
}

/* f0 ends before f1 has done anything that it depends on. */
static void early_end(struct gen *g) {
  int k = 1 + gen_below(g, 2);
  gen_line(g, "static void *f0(void *arg) { %sint l0 = x1; heddle_assume(l0 == %d); %sreturn arg; }",
           maybe(g, 30, "y1 = 1; "), k, maybe(g, 30, "x0 = 1; "));
  gen_line(g, "static void *f1(void *arg) { y0 = 1; %sx1 = %d; int l0 = %s; assert(l0 != 1); return arg; }",
           maybe(g, 30, "a[0] = 2; "), k, gen_chance(g, 60) ? "y0" : "x0");
  begin_main(g, "");
  create(g, 2, gen_below(g, 2));
  finish(g, 2);
}

/* What f1 does is behind a mutex that main holds, and not f0: it can come before what f0 does. */
static void held_by_another(struct gen *g) {
  const char *mutex = gen_chance(g, 50) ? "m0" : "m1";
  bool joins = gen_chance(g, 40);
  gen_line(g, "static void *f2(void *arg) { a[0] = 1; return arg; }");
  gen_line(g, "static void *f0(void *arg) { %s%sint l0 = x0; %sassert(l0 == 0); return arg; }",
           joins ? "pthread_join(t[2], NULL); " : "sem_post(&sem); ", maybe(g, 30, "y0 = 1; "),
           maybe(g, 30, "x1 = 1; "));
  gen_line(g,
           "static void *f1(void *arg) { pthread_mutex_lock(&%s); %sx0 = 1; pthread_mutex_unlock(&%s); return arg; }",
           mutex, maybe(g, 30, "y1 = 1; "), mutex);
  begin_main(g, gen_text(g, " pthread_mutex_lock(&%s);", mutex));
  if (joins) gen_line(g, "  pthread_create(&t[2], NULL, f2, NULL);");
  create(g, 2, gen_below(g, 2));
  gen_line(g, "  %spthread_mutex_unlock(&%s);", joins ? "y1 = 2; " : "sem_wait(&sem); ", mutex);
  finish(g, 2);
}

/* What f1 does is behind the end of f2, and not of f0: it can come before what f0 does. */
static void behind_a_join(struct gen *g) {
  bool first = gen_chance(g, 80);
  gen_line(g, "static void *f0(void *arg) { %sint l0 = x0; %sassert(l0 == 0); return arg; }", maybe(g, 30, "y0 = 1; "),
           maybe(g, 30, "x1 = 1; "));
  gen_line(g, "static void *f2(void *arg) { a[0] = 1; %sreturn arg; }", maybe(g, 30, "y1 = 1; "));
  gen_line(g, "static void *f1(void *arg) { pthread_join(t[2], NULL); %sx0 = 1; return arg; }",
           maybe(g, 30, "y1 = 2; "));
  begin_main(g, "");
  if (first) gen_line(g, "  pthread_create(&t[0], NULL, f0, NULL);");
  gen_line(g, "  pthread_create(&t[2], NULL, f2, NULL);\n  pthread_create(&t[1], NULL, f1, NULL);");
  if (!first) gen_line(g, "  pthread_create(&t[0], NULL, f0, NULL);");
  finish(g, 2);
}

/* A state comes back after an access that races with what follows it, or does not. */
static void race_behind_cut(struct gen *g) {
  bool ordered = gen_chance(g, 30);
  const char *lock = ordered ? "pthread_mutex_lock(&m0); " : "", *unlock = ordered ? "pthread_mutex_unlock(&m0); " : "";
  gen_line(g, "static void *f0(void *arg) { %sx0 = 1; %s%sreturn arg; }", lock, unlock, maybe(g, 50, "y0 = 1; "));
  gen_line(g,
           "static void *f1(void *arg) { pthread_mutex_lock(&m0); %s pthread_mutex_unlock(&m0); if (a[0]) x0 = 1; "
           "return arg; }",
           gen_chance(g, 50) ? "a[0] = 1;" : "a[1]++;");
  gen_line(g,
           "static void *f2(void *arg) { pthread_mutex_lock(&m0); a[%d] = 1; pthread_mutex_unlock(&m0); return arg; }",
           gen_below(g, 2));
  begin_main(g, "");
  create(g, 3, gen_below(g, 3));
  finish(g, 3);
}

void gen_trap_program(struct gen *g, struct gen_traits *traits) {
  static void (*const traps[])(struct gen *) = {waiting_holder, early_end, held_by_another, behind_a_join,
                                                race_behind_cut};
  *traits = (struct gen_traits){.profile = g->profile};
  g->indent = 0;
  data(g);
  traps[gen_below(g, sizeof traps / sizeof *traps)](g);
}
