/* Objects that end before their function does, and objects that nobody wrote.

   A variable of a block is lent to the other threads through `sp` and ends by the end of the block, by a break, or to
   begin anew in the next round. Whoever comes too late fails; a strategy that does not see the end as an operation of
   its own loses that. What nobody wrote is compared with copies of itself: that never fails. */
#include "gen_inside.h"

void gen_scoped(struct gen *g) {
  const char *value = gen_value(g);
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "{ int here = %s; sp = &here; %s = here; }", value, gen_target(g)); break;
  case 1: gen_line(g, "for (int r = 0; r < 2; r++) { int here = r + %d; sp = &here; }", gen_below(g, 3)); break;
  case 2:
    gen_line(g, "for (int r = 0; r < 1; r++) { int here = %s; sp = &here; if (%s) break; %s = here; }", value,
             gen_test(g), gen_scalar(g));
    break;
  default:
    gen_line(g, "if (%s) { struct pair here = {0, {1, %d}}; sp = &here.v[1]; }", gen_test(g), gen_below(g, 3));
    break;
  }
}

/* The address may have outlived what it belonged to. */
void gen_borrowed(struct gen *g) {
  if (gen_chance(g, 60)) gen_line(g, "q = sp; if (q) %s = *q;", gen_target(g));
  else gen_line(g, "q = sp; if (q) *q = %s;", gen_value(g));
}

void gen_unwritten(struct gen *g) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "{ int none, copy; copy = none; assert(copy == none); }"); break;
  case 1:
    gen_line(g,
             "{ struct pair none, copy; none.i = %d; copy = none; assert(copy.i + copy.v[1] == none.i + none.v[1]); }",
             gen_below(g, 3));
    break;
  case 2: /* written on one side only: the other one must not see it */
    gen_line(g, "{ int half[2]; if (%s %s 0) half[0] = %s; assert(half[0] < 9); }", gen_scalar(g),
             gen_chance(g, 50) ? "==" : "!=", g->has[INPUT] ? "in" : "1");
    break;
  default:
    gen_line(g, "{ int *none = malloc(8), copy[2]; memcpy(copy, none, 8); assert(copy[%d] == none[%d]); free(none); }",
             g->budget % 2, g->budget % 2);
    break;
  }
}

/* One thread lends, another takes: before the block ends, between two of its rounds, or too late. */
void gen_shape_scope(struct gen *g, int thread) {
  switch (thread) {
  case 0:
    gen_scoped(g);
    if (gen_chance(g, 40)) gen_line(g, "%s = 1;", gen_scalar(g));
    break;
  case 1:
    gen_line(g, "q = sp; if (q) l1 = *q;");
    gen_line(g, "assert(l1 != %d);", gen_below(g, 4));
    break;
  default: gen_chance(g, 50) ? gen_borrowed(g) : gen_unwritten(g);
  }
}
