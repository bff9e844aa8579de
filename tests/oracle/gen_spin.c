/* Programs in which threads wait in loops for a change of memory: spin locks (ticket, test and set with and without a
   test before, compare and swap, queue, reader-writer), sequence locks, flags with several values, two flags at once.
   What is behind the loop, inside it or in a function that it calls may fail; a lock may be released wrongly or not at
   all; accesses are atomic in several orders, or plain. Brute force goes round in these loops, the strategies wait. */
#include "gen_inside.h"

enum family { TICKET, TEST_FIRST, TEST_AND_SET, COMPARE, QUEUE, READERS, SEQUENCE, FLAGS, TWO_FLAGS, FAMILIES };

static const char *load(struct gen *g, const char *place) {
  static const char *const orders[] = {"__ATOMIC_SEQ_CST", "__ATOMIC_ACQUIRE", "__ATOMIC_RELAXED"};
  if (gen_chance(g, g->plain)) return gen_text(g, "%s", place);
  return gen_text(g, "__atomic_load_n(&%s, %s)", place, orders[gen_chance(g, 60) ? 0 : gen_below(g, 3)]);
}

static void store(struct gen *g, const char *place, const char *value) {
  static const char *const orders[] = {"__ATOMIC_SEQ_CST", "__ATOMIC_RELEASE", "__ATOMIC_RELAXED"};
  if (gen_chance(g, g->plain)) gen_line(g, "%s = %s;", place, value);
  else gen_line(g, "__atomic_store_n(&%s, %s, %s);", place, value, orders[gen_chance(g, 60) ? 0 : gen_below(g, 3)]);
}

/* What a loop does besides. */
static const char *body(struct gen *g) {
  static const char *const bodies[] = {
      "sched_yield();",           "{ int n = 1; l2 = n; }", "l2 = 0;", "if (l2++ > 0) return unused;",
      "{ if (l2 == 3) x1 = 3; }", "assert(l2 < 3);"};
  return gen_chance(g, 60) ? ";" : bodies[gen_below(g, 6)];
}

static void critical(struct gen *g, int thread) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "y0++;"); break;
  case 1: gen_line(g, "l1 = y0; y0 = l1 + 1;"); break;
  case 2: gen_line(g, "y1 = %d; assert(y1 == %d);", thread, thread); break;
  default: gen_line(g, "assert(y1 == 0); y1 = 1; y1 = 0;");
  }
}

static bool is_broken(struct gen *g) { return gen_chance(g, 12); }

static void take_ticket(struct gen *g, int thread) {
  if (is_broken(g)) gen_line(g, "l0 = x0; x0 = l0 + 1;");
  else gen_line(g, "l0 = __atomic_fetch_add(&x0, 1, __ATOMIC_SEQ_CST);");
  const char *seen = load(g, "x1");
  gen_line(g, "while (%s != l0) %s", seen, body(g));
  critical(g, thread);
  if (gen_chance(g, 50)) store(g, "x1", gen_chance(g, 90) ? "l0 + 1" : "l0");
  else if (!is_broken(g)) gen_line(g, "__atomic_fetch_add(&x1, 1, __ATOMIC_SEQ_CST);");
}

static void release(struct gen *g) {
  if (!is_broken(g)) store(g, "x0", gen_chance(g, 92) ? "0" : "2");
}

static void take_by_test(struct gen *g, int thread, bool first) {
  const char *seen = load(g, "x0"), *round = body(g);
  if (is_broken(g)) gen_line(g, "while (%s) %s\n  x0 = 1;", seen, round);
  else if (first) gen_line(g, "do while (%s) %s while (__atomic_exchange_n(&x0, 1, __ATOMIC_SEQ_CST));", seen, round);
  else gen_line(g, "while (__atomic_exchange_n(&x0, 1, __ATOMIC_SEQ_CST)) %s", round);
  critical(g, thread);
  release(g);
}

static const char *swap(struct gen *g, const char *expected, const char *value) {
  return gen_text(g, "__atomic_compare_exchange_n(&x0, &%s, %s, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)", expected,
                  value);
}

static void take_by_swap(struct gen *g, int thread) {
  gen_line(g, "l0 = 0;");
  const char *taken = swap(g, "l0", "1");
  gen_line(g, "while (!%s) %s", taken, gen_chance(g, 85) ? "l0 = 0;" : body(g));
  critical(g, thread);
  release(g);
}

static void stand_in_line(struct gen *g, int thread) {
  gen_line(g, "struct node *me = &leaf[%d], *before, *none = me;", thread);
  gen_line(g, "me->next = NULL; me->value = 1;");
  gen_line(g, "before = __atomic_exchange_n(&head, me, __ATOMIC_SEQ_CST);");
  gen_line(g, "if (before) {");
  gen_line(g, "  __atomic_store_n(&before->next, me, __ATOMIC_SEQ_CST);");
  const char *seen = load(g, "me->value");
  gen_line(g, "  while (%s) %s", seen, body(g));
  gen_line(g, "}");
  critical(g, thread);
  gen_line(g, "if (__atomic_load_n(&me->next, __ATOMIC_SEQ_CST) || !__atomic_compare_exchange_n(&head, &none, NULL, 0, "
              "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {");
  seen = load(g, "me->next");
  if (!is_broken(g)) gen_line(g, "  while (!%s) %s", seen, body(g));
  gen_line(g, "  __atomic_store_n(&me->next->value, 0, __ATOMIC_SEQ_CST);");
  gen_line(g, "}");
}

static void read_or_write(struct gen *g, int thread) {
  if (gen_chance(g, 50)) {
    const char *seen = load(g, "x0");
    gen_line(g, "for (;;) { l0 = %s; if (l0 >= 0 && %s) break; }", seen, swap(g, "l0", "l0 + 1"));
    gen_line(g, "l1 = y0; assert(l1 == y0);");
    if (!is_broken(g)) gen_line(g, "__atomic_fetch_sub(&x0, 1, __ATOMIC_SEQ_CST);");
    return;
  }
  gen_line(g, "l0 = 0;");
  gen_line(g, "while (!%s) l0 = 0;", swap(g, "l0", "-1"));
  critical(g, thread);
  release(g);
}

static void read_sequence(struct gen *g, int thread) {
  if (thread == 0) {
    gen_line(g, "__atomic_fetch_add(&x0, 1, __ATOMIC_SEQ_CST);");
    gen_line(g, "y0 = %d; y1 = %s;", 1 + gen_below(g, 2), gen_chance(g, 70) ? "y0" : "1");
    if (!is_broken(g)) gen_line(g, "__atomic_fetch_add(&x0, 1, __ATOMIC_SEQ_CST);");
    return;
  }
  bool waits = gen_chance(g, 50);
  const char *seen = load(g, "x0"), *round = body(g);
  gen_line(g, "do {");
  if (waits) gen_line(g, "  while ((l0 = %s) & 1) %s", seen, round);
  else gen_line(g, "  l0 = %s;", seen);
  gen_line(g, "  l1 = y0; l2 = y1;");
  gen_line(g, "} while (%s%s != l0);", waits ? "" : "(l0 & 1) || ", load(g, "x0"));
  gen_line(g, "assert(l1 == l2 || l1 == %d);", gen_below(g, 3));
}

static const char *number(struct gen *g, int least, int below) {
  return gen_text(g, "%d", least + gen_below(g, below));
}

static void set_flags(struct gen *g) {
  for (int i = 1 + gen_below(g, 3); i > 0; i--) {
    const char *place = gen_chance(g, 75) ? "x0" : "x1";
    store(g, place, number(g, 0, 4));
  }
}

static void await_flag(struct gen *g, int thread) {
  const char *place = gen_chance(g, 75) ? "x0" : "x1", *seen = load(g, place), *round = body(g);
  const char *value = number(g, 1, 3);
  if (thread == 0 || gen_chance(g, 30)) set_flags(g);
  switch (gen_below(g, 6)) {
  case 0: gen_line(g, "while (%s < %s) %s", seen, value, round); break;
  case 1: gen_line(g, "while ((l2 = %s) != %s) assert(l2 != 3);", seen, value); break;
  case 2: gen_line(g, "while ((l0 = %s) == 0) l1 = l0;", seen); break;
  case 3: gen_line(g, "while (!bump()) %s", round); break;
  case 4: gen_line(g, "l0 = %s; while (l0 != %s) l0 = %s;", seen, value, seen); break;
  default: gen_line(g, "while ((l0 = %s) != 2 && l0 != 3) %s", seen, round);
  }
  value = number(g, 0, 4);
  gen_line(g, "assert(%s != %s || l0 != %d);", place, value, gen_below(g, 3));
  if (gen_chance(g, 40)) set_flags(g);
}

static void await_two(struct gen *g, int thread) {
  const char *first = load(g, "x0"), *second = load(g, "x1"), *round = body(g), *value = number(g, 0, 2);
  if (thread == 0 || gen_chance(g, 20)) {
    set_flags(g);
    return;
  }
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "while (!(%s == %s && %s == 1)) %s", first, value, second, round); break;
  case 1: gen_line(g, "while (%s == 0 || %s == 0) %s", first, second, round); break;
  default: gen_line(g, "while (%s + %s < 3) %s", first, second, round);
  }
  value = number(g, 0, 4);
  gen_line(g, "y0++; assert(x0 != %s || x1 != %d);", value, gen_below(g, 4));
}

static void statement(struct gen *g, int thread) {
  switch ((enum family)g->waits) {
  case TICKET: take_ticket(g, thread); break;
  case TEST_FIRST: take_by_test(g, thread, true); break;
  case TEST_AND_SET: take_by_test(g, thread, false); break;
  case COMPARE: take_by_swap(g, thread); break;
  case QUEUE: stand_in_line(g, thread); break;
  case READERS: read_or_write(g, thread); break;
  case SEQUENCE: read_sequence(g, thread); break;
  case FLAGS: await_flag(g, thread); break;
  default: await_two(g, thread);
  }
}

static void thread_function(struct gen *g, int thread) {
  fprintf(g->out, "static void *f%d(void *unused) {\n", thread);
  gen_line(g, "int l0 = 0, l1 = 0, l2 = 0;\n  (void)l0, (void)l1, (void)l2;");
  statement(g, thread);
  if (gen_chance(g, 30)) gen_line(g, "%s = %d;", gen_chance(g, 50) ? "w" : "a[1]", gen_below(g, 3));
  fprintf(g->out, "  return unused;\n}\n");
}

static void main_function(struct gen *g) {
  fprintf(g->out, "int main(void) {\n");
  gen_line(g, "pthread_t t[4];");
  for (int i = 0; i < g->nthreads; i++) gen_line(g, "pthread_create(&t[%d], NULL, f%d, NULL);", i, i);
  if (gen_chance(g, 15)) gen_line(g, "while (%s < %d);", load(g, "x0"), gen_below(g, 3));
  for (int i = 0; i < g->nthreads; i++) gen_line(g, "pthread_join(t[%d], NULL);", i);
  if (gen_chance(g, 40)) gen_line(g, "assert(y0 == %d);", g->nthreads);
  gen_line(g, "SHOW(7, x0, x1, y0, y1, w, a[0], a[1]);\n  return 0;");
  fprintf(g->out, "}\n");
}

void gen_spin_program(struct gen *g, int size, struct gen_traits *traits) {
  static const uint8_t plain[] = {0, 0, 0, 25, 100};
  g->waits = gen_below(g, FAMILIES);
  g->nthreads = size > 2 || gen_chance(g, g->waits == FLAGS || g->waits == TWO_FLAGS ? 25 : 8) ? 3 : 2;
  g->plain = plain[gen_below(g, 5)];
  g->indent = 1;
  *traits = (struct gen_traits){.loops = true, .profile = g->profile};
  fprintf(g->out, "static int x0, x1, y0, y1, w, a[3];\nstatic struct node *head, leaf[4];\n");
  fprintf(g->out, "__attribute__((unused)) static int bump(void) { return %s; }\n", load(g, "x0"));
  for (int i = g->nthreads; i-- > 0;) thread_function(g, i);
  main_function(g);
}
