/* Shapes: threads that fit together so that one particular mistake of a strategy that skips what it has seen loses a
   failure. Constants, variables and what stands around them are random; the rest is fixed. Each shape says which
   mistake it is for. */
#include "gen_inside.h"

static const char *scalar_of(struct gen *g, int i) { return gen_text(g, "x%d", (i + g->pick[0]) % 2); }

/* Something else now and then: a visible operation more, other data, another branch. */
static void noise(struct gen *g) {
  g->budget = gen_chance(g, 20);
  if (gen_chance(g, 25)) gen_statement(g);
}

/* The same place in the code touches other memory: what was learned with one address says nothing about the other. */
static void shape_address(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0), *y = scalar_of(g, 1);
  int way = g->pick[1] % 5, k = 1 + g->pick[2] % 3;
  static const char *const moves[] = {"%s = 1;", "gp = &%s;", "s0.i = 1; (void)&%s;",
                                      "q = p0; p0 = p1; p1 = q; (void)&%s;", "fp = one_less; (void)&%s;"};
  static const char *const reads[] = {"l0 = %s; l1 = a[l0 & 1];", "l1 = *gp; (void)&%s;",
                                      "l1 = s0.v[s0.i & 1]; (void)&%s;", "q = p0; if (q) l1 = *q; (void)&%s;",
                                      "l1 = fp(1); (void)&%s;"};
  char text[TEXT_BYTES];
  if (thread == 0) {
    noise(g);
    snprintf(text, sizeof text, moves[way], way == 1 ? y : x);
    gen_line(g, "%s", text);
    if (gen_chance(g, 40)) gen_line(g, "%s = %d;", y, gen_below(g, 3));
  } else if (thread == 1) {
    snprintf(text, sizeof text, reads[way], x);
    gen_line(g, "%s", text);
    gen_line(g, "assert(l1 != %d);", k);
    noise(g);
    if (gen_chance(g, 50)) gen_line(g, "assert(l1 != %d);", gen_below(g, 3));
  } else gen_line(g, "%s = %d;", way == 1 ? y : way == 2 ? "s0.v[1]" : gen_text(g, "a[%d]", gen_below(g, 2)), k);
}

/* A thread that sleeps while the address of its next operation depends on data that others still change. */
static void shape_sleeping(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0);
  int k = 1 + g->pick[2] % 2;
  switch (thread) {
  case 0:
    noise(g);
    gen_line(g, "%s = 1;", x);
    break;
  case 1:
    gen_line(g, "l1 = a[%d]; l2 = a[%d];", g->pick[1] % 2, 1 - g->pick[1] % 2);
    gen_line(g, "assert(!(l1 == %d && l2 == %d));", k, gen_below(g, 3));
    if (gen_chance(g, 40)) gen_line(g, "assert(l2 != %d);", k);
    break;
  default: gen_line(g, "l0 = %s; a[l0 & 1] = %d;", x, k); noise(g);
  }
}

/* A chain of values through the threads: the failure needs the first step of the prefix after a step that is
   skipped. */
static void shape_chain(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0), *y = scalar_of(g, 1);
  int k = 1 + g->pick[2] % 2;
  switch ((thread + g->pick[3]) % 3) {
  case 0:
    gen_line(g, "%s = %d;", x, k);
    if (gen_chance(g, 40)) gen_line(g, "%s = %d;", y, gen_below(g, 3));
    noise(g);
    break;
  case 1:
    gen_line(g, "l0 = %s; %s = l0 + %d;", x, y, 1 + g->pick[1] % 2);
    noise(g);
    break;
  default:
    gen_line(g, "l1 = %s; l2 = %s;", y, gen_chance(g, 70) ? x : y);
    gen_line(g, "assert(!(l1 == %d && l2 == %d));", 1 + g->pick[1] % 2 + gen_chance(g, 50) * k,
             gen_chance(g, 50) ? 0 : k);
    if (gen_chance(g, 50)) gen_line(g, "assert(l1 != %d);", 1 + gen_below(g, 3));
  }
}

static void take_both(struct gen *g, int first, bool try_second) {
  gen_line(g, "  pthread_mutex_lock(&m%d);", first);
  if (try_second)
    gen_line(g, "  if (pthread_mutex_trylock(&m%d) == 0) pthread_mutex_unlock(&m%d);", 1 - first, 1 - first);
  else gen_line(g, "  pthread_mutex_lock(&m%d); pthread_mutex_unlock(&m%d);", 1 - first, 1 - first);
  gen_line(g, "  pthread_mutex_unlock(&m%d);", first);
}

/* Which lock comes first depends on data: a deadlock behind a state that was fine with other data. */
static void shape_deadlock(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0);
  int first = g->pick[1] % 2;
  switch (thread) {
  case 0:
    gen_line(g, "l0 = %s;", x);
    gen_line(g, "if (l0 %s %d) {", g->pick[2] % 2 ? "==" : "<", 1);
    take_both(g, first, gen_chance(g, 15));
    gen_line(g, "} else {");
    if (gen_chance(g, 70)) take_both(g, 1 - first, gen_chance(g, 15));
    else noise(g);
    gen_line(g, "}");
    break;
  case 1: take_both(g, first, gen_chance(g, 10)); break;
  default: gen_line(g, "%s = 1;", x); noise(g);
  }
}

/* Several failures over one value: the first must not hide the others. */
static void shape_failures(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0), *y = scalar_of(g, 1);
  if ((thread + g->pick[3]) % 2) {
    gen_line(g, "%s = %d;", x, 1 + gen_below(g, 2));
    if (gen_chance(g, 50)) gen_line(g, "%s = %d;", gen_chance(g, 60) ? x : y, gen_below(g, 3));
    return;
  }
  gen_line(g, "l0 = %s;", x);
  gen_line(g, "assert(l0 != %d);", gen_below(g, 3));
  gen_line(g, "l1 = %s;", gen_chance(g, 50) ? x : y);
  noise(g);
  gen_line(g, "assert(l1 != %d);", gen_below(g, 3));
  gen_line(g, "assert(l0 + l1 != %d);", 1 + gen_below(g, 3));
}

/* Branches and variables that look as if they did not matter: some do, through control, a lock, or a pointer. */
static void shape_slice(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0), *y = scalar_of(g, 1);
  switch ((thread + g->pick[3]) % 3) {
  case 0:
    gen_line(g, "l0 = %s;", x);
    gen_line(g, "if (l0 == 1) l1 = %d; else l1 = 2;", g->pick[1] % 2);
    gen_line(g, "x2 = l1;");
    break;
  case 1:
    switch (g->pick[2] % 4) {
    case 0: gen_line(g, "if (x2 == 2) %s = 2;", y); break;
    case 1: gen_line(g, "while (x2 == 0) ;\n  %s = 2;", y); break;
    case 2: gen_line(g, "if (x2 == %d) exit(0);\n  %s = 2;", g->pick[1] % 2, y); break;
    default: gen_line(g, "l0 = x2; q = l0 == 2 ? &%s : &w; *q = 2;", y); break;
    }
    break;
  default:
    gen_line(g, "%s = 1;", x);
    gen_line(g, "l2 = %s;", y);
    gen_line(g, "assert(l2 != 2);");
    noise(g);
  }
}

/* Sections of one lock whose effects do not commute: each order leaves other data behind the same control. */
static void shape_orders(struct gen *g, int thread) {
  static const char *const effects[] = {"x0 = x0 * 2;", "x0 = x0 + 1;", "x0 = x0 ^ 3;", "x0 = a[x0 & 1] + 1;",
                                        "x1 = x0; x0 = 2;"};
  gen_line(g, "pthread_mutex_lock(&m0);");
  gen_line(g, "%s", effects[(g->pick[1] + thread * (1 + g->pick[2] % 2)) % 5]);
  gen_line(g, "pthread_mutex_unlock(&m0);");
  if (thread == 0 && gen_chance(g, 50)) gen_line(g, "assert(x0 != %d);", 1 + gen_below(g, 4));
}

/* Inputs travel through shared variables into branches, indices and assertions of other threads. */
static void shape_inputs(struct gen *g, int thread) {
  const char *x = scalar_of(g, 0), *y = scalar_of(g, 1);
  if (!g->has[INPUT]) {
    shape_chain(g, thread);
    return;
  }
  switch ((thread + g->pick[3]) % 3) {
  case 0: gen_line(g, "%s = in;", x); break;
  case 1:
    gen_line(g, "l0 = %s;", x);
    if (g->pick[1] % 3 == 0) gen_line(g, "if (l0 < 1) %s = 1;", y);
    else if (g->pick[1] % 3 == 1) gen_line(g, "a[l0 & 1] = 2;");
    else gen_line(g, "%s = l0 + in;", y);
    noise(g);
    break;
  default:
    gen_line(g, "l1 = %s;", g->pick[1] % 3 == 1 ? "a[1]" : y);
    if (gen_chance(g, 50)) gen_line(g, "if (in == 1) l1 = l1 + 1;");
    gen_line(g, "assert(l1 != %d);", 1 + gen_below(g, 3));
  }
}

typedef void shape(struct gen *g, int thread);
static shape *const shapes[] = {shape_address,  shape_sleeping, shape_chain,    shape_deadlock,
                                shape_failures, shape_slice,    shape_orders,   shape_inputs,
                                shape_address,  shape_sleeping, gen_shape_scope};

void gen_shape_thread(struct gen *g, int thread) { shapes[g->pick[4] % (sizeof shapes / sizeof *shapes)](g, thread); }
