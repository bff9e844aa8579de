/* What is one step and what is not: blocks of two words that are copied and filled in pieces, weak compare-and-swaps
   that fail by chance, the program's one clock and its one sequence of random numbers. */
#include "gen_inside.h"

/* By the seed alone, so that other programs stay as they are. */
bool gen_has_steps(uint64_t seed) { return (seed * 0x9e3779b97f4a7c15u >> 40) % 7 == 3; }

void gen_step_data(struct gen *g) {
  if (!g->has[STEPS]) return;
  int first = gen_below(g, 2), second = gen_below(g, 3);
  fprintf(g->out, "struct wide { long v[2]; };\nstatic int drawn;\n");
  fprintf(g->out, "static struct wide big0 = {{%d, 1}}, big1 = {{2, %d}};\n", first, second);
  fprintf(g->out, "__attribute__((unused)) static long spread(struct wide s) { return s.v[0] - s.v[1]; }\n");
}

/* What main shows of them. */
void gen_step_result(struct gen *g) {
  if (g->has[STEPS]) gen_line(g, "l2 += (int)(big0.v[0] + 3 * big0.v[1] + 5 * big1.v[0] + 7 * big1.v[1]) + drawn;");
}

static const char *big(struct gen *g) { return gen_chance(g, 75) ? "big0" : "big1"; }

/* Two words in, two words out. */
void gen_copy(struct gen *g) {
  const char *l = gen_local(g), *b = big(g);
  switch (gen_below(g, 6)) {
  case 0: gen_line(g, "{ struct wide copy = %s; %s = (int)(copy.v[0] - copy.v[1]); }", b, gen_target(g)); break;
  case 1: gen_line(g, "{ struct wide copy = {{%s, %s}}; %s = copy; }", l, l, b); break;
  case 2: gen_line(g, "memset(&%s, %d, sizeof %s);", b, gen_below(g, 2), b); break;
  case 3: gen_line(g, "memmove(&%s.v[%d], &%s.v[%d], sizeof(long));", b, gen_below(g, 2), b, gen_below(g, 2)); break;
  case 4: gen_line(g, "%s = (int)spread(%s);", gen_target(g), b); break;
  default: {
    const char *bytes = gen_chance(g, 50) ? "sizeof big0" : "4";
    gen_line(g, "memcpy(&%s, &%s, %s);", b, b[3] == '0' ? "big1" : "big0", bytes);
  }
  }
}

void gen_torn(struct gen *g) {
  const char *b = big(g), *l = gen_target(g);
  if (gen_chance(g, 50)) gen_line(g, "%s = (int)%s.v[%d];", l, b, gen_below(g, 2));
  else gen_line(g, "%s.v[%d] = %s;", b, gen_below(g, 2), gen_value(g));
}

void gen_weak(struct gen *g) {
  const char *l = gen_target(g), *value = gen_value(g), *x = gen_scalar(g);
  switch (gen_below(g, 3)) {
  case 0:
    gen_line(g, "%s = %d;", l, gen_below(g, 2));
    gen_line(g, "%s = atomic_compare_exchange_weak(&c, &%s, %s);", gen_target(g), l, value);
    break;
  case 1:
    gen_line(g, "%s = %d;", l, gen_below(g, 2));
    gen_line(g, "if (!__atomic_compare_exchange_n(&%s, &%s, %s, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) %s = %d;", x, l,
             value, gen_target(g), gen_below(g, 3));
    break;
  default:
    gen_line(g, "for (%s = 0; %s < 2 && !atomic_compare_exchange_weak(&c, &(int){%d}, %d); %s++) {}", l, l,
             gen_below(g, 2), gen_below(g, 3), l);
    break;
  }
}

/* Which thread sees which is a matter of the order, and nothing comes twice. */
void gen_clock(struct gen *g) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "%s = (int)(clock() / 1000);", gen_target(g)); break;
  case 1:
    gen_line(g, "{ clock_t before = clock(); %s = %s; assert(clock() > before); }", gen_target(g), gen_scalar(g));
    break;
  case 2: gen_line(g, "%s = rand() & 3;", gen_target(g)); break;
  default: gen_line(g, "drawn = rand() & 7;"); break;
  }
}
