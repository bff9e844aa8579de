/* Statements over data: shared variables, arrays, pointers, heap, structs, atomics, branches, assertions; and the
   table from which statements are drawn.

   What summaries can get wrong decides what is frequent here: an index or pointer that is loaded from a shared
   variable just before it is used, so that the same place in the code touches other memory; values that differ where
   control does not (diamonds); and several assertions over one value, so that one failure may hide another. */
#include <stdarg.h>

#include "gen_inside.h"

static uint64_t next(struct gen *g) {
  uint64_t z = g->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
int gen_below(struct gen *g, int n) { return (int)(next(g) % (unsigned)n); }
bool gen_chance(struct gen *g, int percent) { return gen_below(g, 100) < percent; }

void gen_line(struct gen *g, const char *format, ...) {
  va_list ap;
  fprintf(g->out, "%*s", 2 * g->indent, "");
  va_start(ap, format);
  vfprintf(g->out, format, ap);
  va_end(ap);
  fputc('\n', g->out);
}

const char *gen_text(struct gen *g, const char *format, ...) {
  char *text = g->texts[g->next_text++ % TEXTS];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, TEXT_BYTES, format, ap);
  va_end(ap);
  return text;
}

/* ---- expressions */

const char *gen_scalar(struct gen *g) { return gen_text(g, "x%d", gen_below(g, g->scalars)); }
const char *gen_local(struct gen *g) {
  return gen_text(g, "l%d", gen_chance(g, 50) ? g->recent : gen_below(g, LOCALS));
}
const char *gen_target(struct gen *g) { return gen_text(g, "l%d", g->recent = gen_below(g, LOCALS)); }

const char *gen_value(struct gen *g) {
  switch (gen_below(g, g->has[INPUT] ? 6 : 5)) {
  case 0:
  case 1: return gen_text(g, "%d", 1 + gen_below(g, 3));
  case 2: return gen_local(g);
  case 3: return gen_text(g, "%s + %d", gen_local(g), 1 + gen_below(g, 2));
  case 4: return gen_text(g, "%s ^ %d", gen_local(g), 1 + gen_below(g, 3));
  default: return "in";
  }
}

const char *gen_test(struct gen *g) {
  static const char *const relations[] = {"==", "<", "!=", ">"};
  const char *relation = relations[gen_below(g, gen_chance(g, 70) ? 2 : 4)];
  if (g->has[INPUT] && gen_chance(g, 40)) return gen_text(g, "in %s %d", relation, 1 + gen_below(g, 2));
  if (gen_chance(g, 12)) return gen_text(g, "%s %s %s", gen_local(g), relation, gen_local(g));
  return gen_text(g, "%s %s %d", gen_local(g), relation, gen_below(g, 3));
}

const char *gen_index(struct gen *g) {
  if (g->has[INPUT] && gen_chance(g, 40)) return "in";
  if (gen_chance(g, 35)) return gen_text(g, "%d", gen_below(g, 3));
  return gen_chance(g, 88) ? gen_text(g, "%s & 1", gen_local(g)) : gen_local(g);
}

/* ---- shared variables */

void gen_body(struct gen *g, int most) {
  int count = 1 + gen_below(g, most);
  g->indent++;
  g->depth++;
  for (int i = 0; i < count && (i == 0 || g->budget > 0); i++) gen_statement(g);
  g->depth--;
  g->indent--;
}

void gen_read(struct gen *g) { gen_line(g, "%s = %s;", gen_target(g), gen_scalar(g)); }
static void write_scalar(struct gen *g) { gen_line(g, "%s = %s;", gen_scalar(g), gen_value(g)); }
static void add_scalar(struct gen *g) {
  const char *x = gen_scalar(g);
  gen_line(g, "%s = %s + %d;", x, x, 1 + gen_below(g, 2));
}
static void copy_scalar(struct gen *g) { gen_line(g, "%s = %s;", gen_scalar(g), gen_scalar(g)); }

/* A read with an assertion on what was read. */
static void check_scalar(struct gen *g) {
  if (g->density == ASSERTS_FEW && g->thread != g->asserting) {
    gen_read(g);
    return;
  }
  if (gen_chance(g, 60)) gen_line(g, "assert(%s != %d);", gen_scalar(g), 1 + gen_below(g, 3));
  else gen_line(g, "assert(%s <= %d);", gen_scalar(g), 1 + gen_below(g, 3));
}

static void array_statement(struct gen *g) {
  const char *index = gen_index(g);
  if (gen_chance(g, 50)) gen_line(g, "%s = a[%s];", gen_target(g), index);
  else gen_line(g, "a[%s] = %s;", index, gen_value(g));
}

/* The index comes from shared memory. */
static void index_statement(struct gen *g) {
  const char *x = gen_scalar(g), *l = gen_target(g);
  switch (gen_below(g, 6)) {
  case 0: gen_line(g, "%s = a[%s & 1];", l, x); break;
  case 1: gen_line(g, "a[%s & 1] = %s;", x, gen_value(g)); break;
  case 2: gen_line(g, "%s = a[a[%d] & 1];", l, gen_below(g, 2)); break;
  case 3: gen_line(g, "%s = %s; a[%s & 1] = %s;", l, x, l, gen_value(g)); break;
  case 4: gen_line(g, "%s = %s; %s = a[%s & 1];", l, x, gen_target(g), l); break;
  default: gen_line(g, "%s = a[%s %% 3u];", l, x); break;
  }
}

static void struct_statement(struct gen *g) {
  switch (gen_below(g, 5)) {
  case 0: gen_line(g, "%s = s0.v[s0.i & 1];", gen_target(g)); break;
  case 1: gen_line(g, "s0.v[s0.i & 1] = %s;", gen_value(g)); break;
  case 2: gen_line(g, "s0.i = %s;", gen_value(g)); break;
  case 3: gen_line(g, "s0.v[%d] = %s;", gen_below(g, 2), gen_value(g)); break;
  default: gen_line(g, "{ struct pair copy = s0; %s = copy.v[copy.i & 1]; }", gen_target(g)); break;
  }
}

/* ---- pointers and heap */

static const char *target(struct gen *g) {
  switch (gen_below(g, 10)) {
  case 0: return "NULL";
  case 1:
  case 2: return gen_text(g, "&a[%s & 1]", gen_local(g));
  case 3:
  case 4: return "gq";
  case 5: return g->has[HEAP] ? "p0" : "&a[2]";
  default: return gen_text(g, "&%s", gen_scalar(g));
  }
}
static void pointer_statement(struct gen *g) {
  const char *p = gen_chance(g, 75) ? "gp" : "gq";
  switch (gen_below(g, 7)) {
  case 0:
  case 1: gen_line(g, "%s = *%s;", gen_target(g), p); break;
  case 2:
  case 3: gen_line(g, "*%s = %s;", p, gen_value(g)); break;
  case 4:
  case 5: gen_line(g, "%s = %s;", p, target(g)); break;
  default: gen_line(g, "q = gp; *q = *q + 1;"); break;
  }
}
static void pointer_swap(struct gen *g) { gen_line(g, "q = gp; gp = gq; gq = q;"); }

static void heap_make(struct gen *g) {
  gen_line(g, "q = malloc(%s);", gen_chance(g, 80) ? "sizeof *q" : "2 * sizeof *q");
  gen_line(g, "*q = %s;", gen_value(g));
  gen_line(g, "%s = q;", gen_chance(g, 70) ? "p0" : "p1");
}
static void heap_read(struct gen *g) {
  gen_line(g, "q = %s;", gen_chance(g, 70) ? "p0" : "p1");
  gen_line(g, "if (q) %s = *q;", gen_target(g));
}
static void heap_write(struct gen *g) {
  gen_line(g, "q = %s;", gen_chance(g, 70) ? "p0" : "p1");
  gen_line(g, "if (q) *q = %s;", gen_value(g));
}
static void heap_free(struct gen *g) {
  if (gen_chance(g, 40)) gen_line(g, "free(__atomic_exchange_n(&p0, NULL, __ATOMIC_SEQ_CST));");
  else gen_line(g, "q = p0; free(q); %s", gen_chance(g, 50) ? "p0 = NULL;" : "");
}
static void heap_swap(struct gen *g) { gen_line(g, "q = p0; p0 = p1; p1 = q;"); }
static void heap_grow(struct gen *g) {
  gen_line(g, "p0 = realloc(p0, %d * sizeof *p0); *p0 = %s;", 1 + gen_below(g, 2), gen_value(g));
}

static void list_push(struct gen *g) {
  gen_line(g, "{ struct node *n = malloc(sizeof *n); n->value = %s; n->next = head; head = n; }", gen_value(g));
}
static void list_pop(struct gen *g) {
  gen_line(g, "{ struct node *n = head; if (n) { head = n->next; %s = n->value; %s} }", gen_target(g),
           gen_chance(g, 60) ? "free(n); " : "");
}
static void list_peek(struct gen *g) { gen_line(g, "{ struct node *n = head; if (n) %s = n->value; }", gen_target(g)); }

static void stack_statement(struct gen *g) {
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "sp = &own;"); break;
  case 1: gen_line(g, "lend(%s);", gen_value(g)); break;
  default:
    gen_line(g, "q = sp; if (q) %s;",
             gen_chance(g, 50) ? gen_text(g, "%s = *q", gen_target(g)) : gen_text(g, "*q = %s", gen_value(g)));
    break;
  }
}

/* ---- atomics, thread-local data, calls */

static void atomic_statement(struct gen *g) {
  const char *x = gen_scalar(g), *l = gen_target(g);
  switch (gen_below(g, 6)) {
  case 0: gen_line(g, "%s = __atomic_fetch_add(&%s, %d, __ATOMIC_SEQ_CST);", l, x, 1 + gen_below(g, 2)); break;
  case 1: gen_line(g, "%s = __atomic_exchange_n(&%s, %s, __ATOMIC_SEQ_CST);", l, x, gen_value(g)); break;
  case 2: gen_line(g, "%s = __sync_val_compare_and_swap(&%s, %d, %s);", l, x, gen_below(g, 3), gen_value(g)); break;
  case 3:
    gen_line(g, "%s = %d; __atomic_compare_exchange_n(&%s, &%s, %s, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);", l,
             gen_below(g, 3), x, l, gen_value(g));
    break;
  case 4: gen_line(g, "%s = __atomic_load_n(&%s, __ATOMIC_SEQ_CST);", l, x); break;
  default: gen_line(g, "__atomic_store_n(&%s, %s, __ATOMIC_SEQ_CST);", x, gen_value(g)); break;
  }
}
static void c11_statement(struct gen *g) {
  const char *l = gen_target(g);
  switch (gen_below(g, 5)) {
  case 0: gen_line(g, "%s = atomic_fetch_add(&c, %d);", l, 1 + gen_below(g, 2)); break;
  case 1: gen_line(g, "c = %s;", gen_value(g)); break;
  case 2: gen_line(g, "c++;"); break;
  case 3:
    gen_line(g, "%s = %d; atomic_compare_exchange_strong(&c, &%s, %s);", l, gen_below(g, 3), l, gen_value(g));
    break;
  default: gen_line(g, "%s = c;", l); break;
  }
}
static void retry_statement(struct gen *g) {
  const char *x = gen_scalar(g), *l = gen_target(g);
  gen_line(g, "do %s = %s; while (!__sync_bool_compare_and_swap(&%s, %s, %s + 1));", l, x, x, l, l);
}
static void tls_statement(struct gen *g) {
  if (gen_chance(g, 50)) gen_line(g, "tl += %s; %s = tl;", gen_value(g), gen_target(g));
  else gen_line(g, "tp = &tl; x0 = tl;");
}
static void call(struct gen *g) {
  const char *value = gen_value(g);
  if (gen_chance(g, 50)) gen_line(g, "%s = bump(&%s, %s);", gen_target(g), gen_scalar(g), value);
  else gen_line(g, "%s = twice(&%s);", gen_target(g), gen_scalar(g));
}
static void callback(struct gen *g) {
  const char *value = gen_local(g);
  if (gen_chance(g, 35)) gen_line(g, "fp = %s;", gen_chance(g, 50) ? "one_more" : "one_less");
  else gen_line(g, "%s = fp(%s);", gen_target(g), value);
}
static void library(struct gen *g) {
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "memset(a, %d, sizeof a);", gen_below(g, 2)); break;
  case 1: gen_line(g, "memcpy(a, b, sizeof a);"); break;
  default:
    gen_line(g, "{ int copy[3]; memcpy(copy, a, sizeof copy); %s = copy[%s]; }", gen_target(g), gen_index(g));
    break;
  }
}

/* ---- control */

static void branch(struct gen *g) {
  gen_line(g, "if (%s) {", gen_test(g));
  gen_body(g, 2);
  if (gen_chance(g, 40)) {
    gen_line(g, "} else {");
    gen_body(g, 1);
  }
  gen_line(g, "}");
}
/* The two ways meet again with other data. */
static void diamond(struct gen *g) {
  const char *x = gen_local(g), *y = gen_local(g), *test = gen_test(g), *l = gen_target(g);
  if (gen_chance(g, 70)) gen_line(g, "if (%s) %s = %d; else %s = %d;", test, l, gen_below(g, 3), l, gen_below(g, 4));
  else gen_line(g, "%s = (%s + 2 * %s) & 3;", l, x, y);
}
static void loop(struct gen *g) {
  int all = g->budget, half = all / 2;
  g->budget = half;
  gen_line(g, "for (int i = 0; i < 2; i++) {");
  gen_body(g, 1);
  gen_line(g, "}");
  g->budget = all - 2 * (half - g->budget);
}
static void leave(struct gen *g) {
  gen_line(g, "if (%s) %s;", gen_test(g), gen_chance(g, 60) ? "pthread_exit(NULL)" : "exit(0)");
}
static void division(struct gen *g) {
  const char *l = gen_local(g);
  if (gen_chance(g, 50)) gen_line(g, "%s = 6 / (%s - %d);", gen_target(g), l, 1 + gen_below(g, 3));
  else gen_line(g, "%s = table[%s];", gen_target(g), l);
}
static void assumption(struct gen *g) {
  gen_line(g, "heddle_assume(%s %s %d);", gen_local(g), gen_chance(g, 50) ? "!=" : "<", 1 + gen_below(g, 2));
}

/* ---- assertions */

static void one_assertion(struct gen *g) {
  switch (gen_below(g, 5)) {
  case 0: gen_line(g, "assert(%s != %d);", gen_local(g), 2 + gen_below(g, 3)); break;
  case 1: gen_line(g, "assert(%s <= %s + %d);", gen_local(g), gen_local(g), gen_below(g, 2)); break;
  case 2:
    gen_line(g, "assert(!(%s == %d && %s == %d));", gen_local(g), 1 + gen_below(g, 2), gen_local(g), gen_below(g, 3));
    break;
  case 3: gen_line(g, "assert(%s + %s != %d);", gen_local(g), gen_local(g), 2 + gen_below(g, 4)); break;
  default: gen_line(g, "assert(%s < %d);", gen_local(g), 2 + gen_below(g, 4)); break;
  }
}
void gen_assertion(struct gen *g) {
  if (g->density != ASSERTS_FEW || g->thread == g->asserting) one_assertion(g);
}
/* Several over one value: where the first holds the next may fail. */
void gen_assertions(struct gen *g) {
  gen_assertion(g);
  if (g->density != ASSERTS_MANY) return;
  const char *l = gen_local(g);
  gen_line(g, "assert(%s != %d);", l, gen_below(g, 3));
  gen_line(g, "assert(%s != %d);", l, 1 + gen_below(g, 3));
  if (gen_chance(g, 50)) one_assertion(g);
}

/* ---- the choice */

enum { ALWAYS = -1 };
static const struct {
  void (*write)(struct gen *);
  int feature, cost, weight; /* cost: visible operations that must be left */
} statements[] = {
    {gen_read, ALWAYS, 1, 4},         {write_scalar, ALWAYS, 1, 5},
    {add_scalar, ALWAYS, 2, 2},       {copy_scalar, ALWAYS, 2, 1},
    {branch, ALWAYS, 1, 3},           {loop, ALWAYS, 2, 1},
    {gen_assertion, ALWAYS, 0, 2},    {call, ALWAYS, 2, 1},
    {diamond, ALWAYS, 0, 2},          {check_scalar, ALWAYS, 1, 2},
    {array_statement, ARRAY, 1, 10},  {index_statement, INDEX, 2, 12},
    {struct_statement, STRUCT, 2, 6}, {pointer_statement, POINTER, 2, 12},
    {pointer_swap, POINTER, 4, 2},    {heap_make, HEAP, 1, 6},
    {heap_read, HEAP, 2, 4},          {heap_write, HEAP, 2, 4},
    {heap_free, HEAP, 2, 7},          {heap_swap, HEAP, 4, 1},
    {heap_grow, HEAP, 4, 1},          {list_push, LIST, 2, 4},
    {list_pop, LIST, 3, 5},           {list_peek, LIST, 2, 2},
    {stack_statement, STACK, 2, 5},   {atomic_statement, ATOMICS, 1, 8},
    {c11_statement, C11, 1, 6},       {retry_statement, RETRY, 3, 5},
    {tls_statement, TLS, 1, 4},       {callback, CALLBACK, 1, 6},
    {library, LIBRARY, 1, 4},         {leave, EXITS, 0, 3},
    {division, DIVIDE, 0, 3},         {assumption, ASSUME, 0, 3},
    {gen_ternary, ALWAYS, 0, 2},      {gen_switch, INPUT, 1, 7},
    {gen_callee, INPUT, 1, 6},        {gen_logging, INPUT, 1, 7},
    {gen_logging, ALWAYS, 2, 1},      {gen_swap, ATOMICS, 2, 4},
    {gen_mutex, MUTEX, 3, 9},         {gen_try, MUTEX, 3, 5},
    {gen_recursive, RECURSIVE, 5, 3}, {gen_misuse, MISUSE, 1, 2},
    {gen_invariant, INVARIANT, 4, 7}, {gen_wait, CONDITION, 4, 6},
    {gen_signal, CONDITION, 4, 7},    {gen_semaphore, SEMAPHORE, 1, 10},
    {gen_barrier, BARRIER, 2, 8},     {gen_rwlock, RWLOCK, 3, 14},
    {gen_spin, SPIN, 3, 12},          {gen_section, SECTION, 1, 6},
    {gen_once, ONCE, 2, 3},           {gen_rejoin, REJOIN, 1, 2},
    {gen_reuse, REUSE, 3, 30},        {gen_busy, WAITING, 2, 4},
    {gen_announce, WAITING, 1, 5},    {gen_scoped, SCOPED, 3, 12},
    {gen_borrowed, SCOPED, 2, 9},     {gen_unwritten, UNWRITTEN, 1, 7},
    {gen_copy, STEPS, 2, 12},         {gen_torn, STEPS, 1, 8},
    {gen_weak, STEPS, 2, 8},          {gen_clock, STEPS, 2, 6},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static bool is_open(const struct gen *g, int i) {
  return statements[i].feature == ALWAYS || g->has[statements[i].feature];
}

void gen_statement(struct gen *g) {
  int total = 0, pick;
  for (int i = 0; i < STATEMENTS; i++)
    if (is_open(g, i)) total += statements[i].weight;
  for (int tries = 0; tries < 20; tries++) {
    int n = gen_below(g, total);
    for (pick = 0;; pick++)
      if (is_open(g, pick) && (n -= statements[pick].weight) < 0) break;
    bool nests = statements[pick].write == branch || statements[pick].write == loop;
    if (statements[pick].cost > g->budget || (g->depth > 1 && nests)) continue;
    g->budget -= statements[pick].cost;
    statements[pick].write(g);
    return;
  }
  diamond(g);
}
