/* Decisions of all forms, mostly on inputs: switches with cases that run into the next, conditional expressions, nested
   decisions in functions; and what looks like a program but has no influence on any failure: counters, values nobody
   uses, loops over them. A strategy that leaves out what does not matter must tell the two apart. */
#include "gen_inside.h"

void gen_input_functions(struct gen *g) {
  fprintf(g->out, "static int logged, hits;\n");
  fprintf(g->out, "__attribute__((unused)) static int classify(int v) {\n");
  fprintf(g->out, "  if (v < %d) return v == 0 ? %d : 1;\n", 1 + gen_below(g, 2), gen_below(g, 3));
  fprintf(g->out, "  if (v == 2) {\n    if (x1 == 1) return %d;\n    return 0;\n  }\n", gen_below(g, 4));
  fprintf(g->out, "  return %d;\n}\n", 1 + gen_below(g, 3));
  fprintf(g->out, "__attribute__((unused)) static void weigh(int v, int *x) {\n");
  fprintf(g->out, "  switch (v & 3) {\n  case 0: break;\n  case 1: logged++;\n  case 2: *x = %d; break;\n",
          1 + gen_below(g, 3));
  fprintf(g->out, "  default: if (logged > 0) hits++;\n  }\n}\n");
}

static const char *decider(struct gen *g) { return g->has[INPUT] && gen_chance(g, 75) ? "in" : gen_local(g); }

static void one_case(struct gen *g) {
  g->indent++;
  if (gen_chance(g, 50)) gen_line(g, "%s = %d;", gen_target(g), gen_below(g, 4));
  else gen_line(g, "%s = %s;", gen_scalar(g), gen_value(g));
  if (gen_chance(g, 65)) gen_line(g, "break;");
  g->indent--;
}

void gen_switch(struct gen *g) {
  int cases = 1 + gen_below(g, 3);
  gen_line(g, "switch (%s) {", decider(g));
  for (int i = 0; i < cases; i++) {
    gen_line(g, "case %d:", i);
    one_case(g);
  }
  gen_line(g, "default:");
  one_case(g);
  gen_line(g, "}");
}

void gen_ternary(struct gen *g) {
  const char *test = gen_test(g), *one = gen_value(g), *other = gen_value(g);
  gen_line(g, "%s = %s ? %s : %s;", gen_target(g), test, one, other);
}

void gen_callee(struct gen *g) {
  const char *value = decider(g);
  if (gen_chance(g, 60)) gen_line(g, "%s = classify(%s);", gen_target(g), value);
  else gen_line(g, "weigh(%s, &%s);", value, gen_scalar(g));
}

/* Nothing depends on these, unless an assertion is about the counters, which is rare. */
void gen_logging(struct gen *g) {
  const char *value = decider(g);
  switch (gen_below(g, 7)) {
  case 0: gen_line(g, "if (%s == %d) logged++;", value, gen_below(g, 3)); break;
  case 1: gen_line(g, "if (%s < 1) logged = hits; else hits = %d;", value, gen_below(g, 3)); break;
  case 2: gen_line(g, "hits++;"); break;
  case 3: gen_line(g, "{ int n = %s & 3; for (int i = 0; i < n; i++) logged += i; }", value); break;
  case 4: gen_line(g, "{ int lost = %s > 0 ? 3 : 4; lost += hits; (void)lost; }", value); break;
  case 5:
    gen_line(g, "switch (%s) { case 0: hits = 1; break; case 1: logged = 2; default: hits = logged; }", value);
    break;
  default: gen_line(g, gen_chance(g, 15) ? "assert(logged != 2);" : "if (logged == 1) hits = %s;", value); break;
  }
}

/* A compare-and-swap that often fails: then it only reads, and a thread that sleeps on it need not wake up. */
void gen_swap(struct gen *g) {
  const char *x = gen_scalar(g), *l = gen_target(g);
  switch (gen_below(g, 3)) {
  case 0:
    gen_line(g, "if (!__sync_bool_compare_and_swap(&%s, %d, %s)) %s = %d;", x, 1 + gen_below(g, 2), gen_value(g), l,
             gen_below(g, 4));
    break;
  case 1: gen_line(g, "for (int i = 0; i < 2 && !__sync_bool_compare_and_swap(&%s, i, 2); i++) %s = i;", x, l); break;
  default:
    gen_line(g, "%s = 0; while (%s < 2 && !__sync_bool_compare_and_swap(&%s, %s, %s + 1)) %s++;", l, l, x, l, l, l);
    break;
  }
}
