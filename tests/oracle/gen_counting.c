/* Programs in which threads count while they wait, and in which variables and elements belong to one thread alone. The
   waits end by themselves after a few rounds, so that brute force comes to an end; what the strategies do where they do
   not is the same from the second round on (explore_config.loop_rounds). Which variable is whose is kept most of the
   time: now and then another thread, or main while threads run, touches it all the same, or one function runs twice. */
#include "gen_inside.h"

static const char *const own[] = {"y0", "y1", "w"};

static const char *flag_of(struct gen *g) { return gen_chance(g, 50) ? "x0" : "x1"; }

static void count_and_wait(struct gen *g, int thread) {
  int way = gen_below(g, 3), rounds = 1 + gen_chance(g, 30);
  const char *flag = flag_of(g), *mine = own[thread];
  if (way == 0) gen_line(g, "while (!%s && %s < %d) %s++;", flag, mine, rounds, mine);
  else if (way == 1) gen_line(g, "for (l0 = 0; !%s && l0 < %d; l0++) %s++;", flag, rounds, mine);
  else gen_line(g, "do %s += 1; while (!%s && %s <= %d);", mine, flag, mine, rounds);
}

static void assert_own(struct gen *g, int thread) {
  if (gen_chance(g, 50)) gen_line(g, "assert(%s == 0 || %s == %d);", own[thread], own[thread], 1 + gen_below(g, 3));
  else gen_line(g, "assert(%s != %d || a[%d] == %d);", own[thread], 1 + gen_below(g, 3), thread, gen_below(g, 3));
}

static void statement(struct gen *g, int thread) {
  const char *mine = own[thread];
  switch (gen_below(g, 9)) {
  case 0:
  case 1: count_and_wait(g, thread); break;
  case 2:
  case 3: gen_line(g, "%s = %d;", flag_of(g), gen_below(g, 3)); break;
  case 4: gen_line(g, "%s += %s;", mine, flag_of(g)); break;
  case 5: gen_line(g, "a[%d] = %s + %d;", thread, mine, gen_below(g, 2)); break;
  case 6: gen_line(g, "%s = a[%d];", flag_of(g), thread); break;
  case 7:
    if (gen_chance(g, 40))
      gen_line(g, "l0 = %s; %s = l0 + 1;", own[gen_below(g, 3)], flag_of(g)); /* perhaps another one's */
    else assert_own(g, thread);
    break;
  default: assert_own(g, thread);
  }
}

static void thread_function(struct gen *g, int thread) {
  fprintf(g->out, "static void *f%d(void *unused) {\n  int l0 = 0;\n  (void)l0;\n", thread);
  for (int i = 0; i < g->size; i++) statement(g, thread);
  if (gen_chance(g, 40)) assert_own(g, thread);
  fprintf(g->out, "  return unused;\n}\n");
}

static void main_function(struct gen *g, bool twice) {
  fprintf(g->out, "int main(void) {\n");
  gen_line(g, "pthread_t t[4];");
  if (gen_chance(g, 50))
    gen_line(g, "%s = %d, a[%d] = %d;", own[gen_below(g, 2)], gen_below(g, 2), gen_below(g, 2), gen_below(g, 3));
  for (int i = 0; i < g->nthreads; i++) {
    gen_line(g, "pthread_create(&t[%d], NULL, f%d, NULL);", i, twice ? 0 : i);
    if (gen_chance(g, 20)) gen_line(g, "%s = a[%d];", flag_of(g), gen_below(g, 3));
    if (gen_chance(g, 10)) gen_line(g, "%s++;", own[gen_below(g, 3)]);
  }
  for (int i = 0; i < g->nthreads; i++) {
    gen_line(g, "pthread_join(t[%d], NULL);", i);
    if (gen_chance(g, 20)) assert_own(g, i);
  }
  gen_line(g, "SHOW(8, x0, x1, y0, y1, w, a[0], a[1], a[2]);\n  return 0;");
  fprintf(g->out, "}\n");
}

void gen_counting_program(struct gen *g, int size, struct gen_traits *traits) {
  bool twice = gen_chance(g, 20);
  g->nthreads = 2 + gen_chance(g, 10);
  g->size = size ? size : g->nthreads > 2 ? 1 : 1 + gen_chance(g, 60);
  g->indent = 1;
  *traits = (struct gen_traits){.loops = true, .profile = g->profile};
  fprintf(g->out, "static int x0, x1, y0, y1, w, a[3];\n");
  for (int i = twice ? 1 : g->nthreads; i-- > 0;) thread_function(g, i);
  main_function(g, twice);
}
