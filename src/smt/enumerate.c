/* Questions about floating point whose variables have few values: all of them are tried.

   Numbers that a program computes with often come from digits, percentages, sizes: small integers. The products and
   quotients of such numbers cost Z3 seconds as circuits, and microseconds each as numbers. The variables of the
   question fall into groups that terms read together. A group of two bytes at most, or one that a constraint confines
   to an interval, has a domain; constraints on it alone thin it out. The groups get their values one after the other; a
   constraint is evaluated as soon as all of its groups have theirs. Where that ends soon it decides the question, both
   ways. */
#include <string.h>

#include "smt/inside.h"

enum { MOST_GROUPS = 16, MOST_VALUES = 1 << 16, MOST_TRIES = 1 << 17, MOST_TERMS = 4096 };

/* Bytes that are read together: a number, little-endian. */
struct group {
  uint32_t first, count;
  sym_id term;         /* all of them; 0: no term is */
  uint64_t low, extra; /* low, low + 1, ... low + extra modulo the width */
  VEC(uint64_t) values;
};

struct enumeration {
  struct smt *smt;
  sym_id condition;
  struct group groups[MOST_GROUPS];
  uint32_t count;
  VEC(sym_id) stack; /* of a walk over terms */
  struct map seen;
  uint32_t order[MOST_GROUPS]; /* in which they get their values */
  id_vec checks[MOST_GROUPS];  /* what can be evaluated once the group at that place has its own */
  uint32_t tries;              /* values given so far */
};

static uint64_t mask_of(uint32_t bytes) { return bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1; }

/* -- groups -------------------------------------------------------------------------------------------------------- */

static void drop_group(struct enumeration *e, uint32_t i) { e->groups[i] = e->groups[--e->count]; }

/* Adds a run of bytes; runs that overlap become one. */
static bool add_run(struct enumeration *e, uint32_t first, uint32_t count, sym_id term) {
  for (uint32_t i = 0; i < e->count; i++) {
    struct group *g = &e->groups[i];
    if (first >= g->first + g->count || g->first >= first + count) continue;
    if (first >= g->first && first + count <= g->first + g->count) return true;
    uint32_t low = first < g->first ? first : g->first;
    uint32_t high = first + count > g->first + g->count ? first + count : g->first + g->count;
    bool whole = low == first && high == first + count;
    drop_group(e, i);
    return high - low <= 8 && add_run(e, low, high - low, whole ? term : 0);
  }
  if (e->count == MOST_GROUPS) return false;
  e->groups[e->count++] = (struct group){.first = first, .count = count, .term = term};
  return true;
}

static void visit(struct enumeration *e, sym_id a) {
  uint32_t ignored;
  if (!a || map_get(&e->seen, a, &ignored)) return;
  map_put(&e->seen, a, 1);
  vec_push(&e->stack, a);
}

static bool find_groups(struct enumeration *e) {
  struct sym *s = e->smt->sym;
  uint32_t walked = 0, count;
  while (e->stack.count) {
    sym_id a = vec_pop(&e->stack);
    enum sym_op op = sym_op_of(s, a);
    if (++walked > MOST_TERMS) return false;
    if (op == SYM_BYTES && !add_run(e, sym_first(s, a), sym_low(s, a), a)) return false;
    if (op == SYM_CONST || op == SYM_BYTES) continue;
    for (unsigned i = 0; i < 3; i++) visit(e, sym_operand(s, a, i));
    if (op != SYM_READ) continue;
    const sym_id *elements = sym_table_elements(s, sym_first(s, a), &count);
    for (uint32_t i = 0; i < count; i++) visit(e, elements[i]);
  }
  return true;
}

/* -- domains ------------------------------------------------------------------------------------------------------- */

static void narrow(struct group *g, uint64_t low, uint64_t extra) {
  if (extra < g->extra) g->low = low, g->extra = extra;
}

/* The group's number plus a constant. */
static bool is_shifted(const struct sym *s, const struct group *g, sym_id a, uint64_t *offset) {
  *offset = 0;
  if (a == g->term) return true;
  return sym_op_of(s, a) == SYM_ADD && sym_operand(s, a, 0) == g->term && sym_is_const(s, sym_operand(s, a, 1), offset);
}

/* Unsigned bounds of x + offset. */
static void bound(struct enumeration *e, struct group *g, enum sym_op op, sym_id a, sym_id b) {
  const struct sym *s = e->smt->sym;
  uint64_t k, offset, mask = mask_of(g->count);
  bool strict = op == SYM_ULT;
  if (sym_is_const(s, b, &k) && is_shifted(s, g, a, &offset) && k >= strict) narrow(g, (0 - offset) & mask, k - strict);
  else if (sym_is_const(s, a, &k) && is_shifted(s, g, b, &offset) && mask - k >= strict)
    narrow(g, (k + strict - offset) & mask, mask - k - strict);
}

/* Signed bounds: with one at each end they are an interval. */
struct ends {
  uint64_t low, high; /* as unsigned numbers whose order is that of the signed ones */
};

static void bound_signed(struct enumeration *e, const struct group *g, enum sym_op op, sym_id a, sym_id b,
                         struct ends *ends) {
  const struct sym *s = e->smt->sym;
  uint64_t k, mask = mask_of(g->count), sign = mask ^ mask >> 1;
  bool strict = op == SYM_SLT;
  if (a == g->term && sym_is_const(s, b, &k) && (k ^ sign) >= strict) {
    if ((k ^ sign) - strict < ends->high) ends->high = (k ^ sign) - strict;
  } else if (b == g->term && sym_is_const(s, a, &k) && mask - (k ^ sign) >= strict) {
    if ((k ^ sign) + strict > ends->low) ends->low = (k ^ sign) + strict;
  }
}

static void bound_by(struct enumeration *e, struct group *g, sym_id constraint, struct ends *ends) {
  const struct sym *s = e->smt->sym;
  bool negated = sym_op_of(s, constraint) == SYM_NOT;
  if (negated) constraint = sym_operand(s, constraint, 0);
  enum sym_op op = sym_op_of(s, constraint);
  sym_id a = sym_operand(s, constraint, 0), b = sym_operand(s, constraint, 1);
  uint64_t k, offset;
  if (op == SYM_EQ && !negated && sym_is_const(s, b, &k) && is_shifted(s, g, a, &offset))
    narrow(g, (k - offset) & mask_of(g->count), 0);
  if (op < SYM_ULT || op > SYM_SLE) return;
  if (negated) { /* not a < b is b <= a */
    sym_id swap = a;
    a = b, b = swap;
    op = op == SYM_ULT ? SYM_ULE : op == SYM_ULE ? SYM_ULT : op == SYM_SLT ? SYM_SLE : SYM_SLT;
  }
  if (op == SYM_ULT || op == SYM_ULE) bound(e, g, op, a, b);
  else bound_signed(e, g, op, a, b, ends);
}

static void find_interval(struct enumeration *e, struct group *g) {
  const struct slice *slice = &e->smt->slice;
  uint64_t mask = mask_of(g->count), sign = mask ^ mask >> 1;
  struct ends ends = {0, mask};
  g->low = 0, g->extra = mask;
  if (!g->term) return;
  for (uint32_t i = 0; i < slice->ids.count; i++) bound_by(e, g, slice->ids.data[i], &ends);
  bound_by(e, g, e->condition, &ends);
  if (ends.low <= ends.high) narrow(g, ends.low ^ sign, ends.high - ends.low);
}

/* -- values -------------------------------------------------------------------------------------------------------- */

static void put(struct enumeration *e, const struct group *g, uint64_t value) {
  memcpy(e->smt->model.data + g->first, &value, g->count);
  e->smt->model_epoch = 0;
}

static bool is_of_group(struct enumeration *e, const struct group *g, sym_id constraint) {
  uint32_t count;
  const uint32_t *support = sym_support(e->smt->sym, constraint, &count);
  return count && support[0] >= g->first && support[count - 1] < g->first + g->count;
}

static bool holds_alone(struct enumeration *e, const sym_id *alone, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!model_eval(e->smt, alone[i])) return false;
  return true;
}

/* Those values that no constraint on the group alone excludes. */
static bool find_values(struct enumeration *e, struct group *g) {
  const struct slice *slice = &e->smt->slice;
  VEC(sym_id) alone = {0};
  find_interval(e, g);
  if (g->extra >= MOST_VALUES) return false;
  for (uint32_t i = 0; i < slice->ids.count; i++)
    if (is_of_group(e, g, slice->ids.data[i])) vec_push(&alone, slice->ids.data[i]);
  if (is_of_group(e, g, e->condition)) vec_push(&alone, e->condition);
  for (uint64_t i = 0; i <= g->extra; i++) {
    uint64_t value = (g->low + i) & mask_of(g->count);
    put(e, g, value);
    if (holds_alone(e, alone.data, alone.count)) vec_push(&g->values, value);
  }
  vec_free(&alone);
  return true;
}

/* -- the search ---------------------------------------------------------------------------------------------------- */

/* As a set of bits. */
static uint32_t groups_of(struct enumeration *e, sym_id constraint) {
  uint32_t count, set = 0;
  const uint32_t *support = sym_support(e->smt->sym, constraint, &count);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t g = 0; g < e->count; g++)
      if (support[i] >= e->groups[g].first && support[i] < e->groups[g].first + e->groups[g].count) set |= 1u << g;
  return set;
}

static sym_id constraint_at(const struct enumeration *e, uint32_t i) {
  return i < e->smt->slice.ids.count ? e->smt->slice.ids.data[i] : e->condition;
}

/* How many constraints this group makes ready behind those chosen: the more, the sooner it comes. Before the first one,
   those it takes part in. */
static uint32_t use_of(struct enumeration *e, uint32_t chosen, uint32_t g) {
  uint32_t use = 0;
  for (uint32_t i = 0; i <= e->smt->slice.ids.count; i++) {
    uint32_t set = groups_of(e, constraint_at(e, i));
    if (!(set & (set - 1)) || !(set & 1u << g)) continue;
    bool cheap = !sym_has_float(e->smt->sym, constraint_at(e, i));
    if (!chosen || !(set & ~(chosen | 1u << g))) use += cheap ? 4 : 1;
  }
  return use;
}

static void choose_order(struct enumeration *e) {
  uint32_t chosen = 0;
  for (uint32_t place = 0; place < e->count; place++) {
    uint32_t best = MOST_GROUPS, best_use = 0;
    for (uint32_t g = 0; g < e->count; g++) {
      uint32_t use = chosen & 1u << g ? 0 : use_of(e, chosen, g);
      if (chosen & 1u << g) continue;
      bool better = best == MOST_GROUPS || use > best_use ||
                    (use == best_use && e->groups[g].values.count < e->groups[best].values.count);
      if (better) best = g, best_use = use;
    }
    e->order[place] = best;
    chosen |= 1u << best;
  }
}

/* Each constraint at the place of its last group. */
static void sort_checks(struct enumeration *e) {
  for (uint32_t i = 0; i <= e->smt->slice.ids.count; i++) {
    uint32_t set = groups_of(e, constraint_at(e, i)), last = 0;
    for (uint32_t place = 0; place < e->count; place++)
      if (set & 1u << e->order[place]) last = place;
    vec_push(&e->checks[last], constraint_at(e, i));
  }
}

static enum smt_answer try_from(struct enumeration *e, uint32_t place) {
  if (place == e->count) return SMT_SAT;
  const struct group *g = &e->groups[e->order[place]];
  for (uint32_t i = 0; i < g->values.count; i++) {
    if (++e->tries > MOST_TRIES) return SMT_UNKNOWN;
    put(e, g, g->values.data[i]);
    if (!holds_alone(e, e->checks[place].data, e->checks[place].count)) continue;
    enum smt_answer answer = try_from(e, place + 1);
    if (answer != SMT_UNSAT) return answer;
  }
  return SMT_UNSAT;
}

static enum smt_answer decide(struct enumeration *e) {
  for (uint32_t i = 0; i < e->count; i++)
    if (!find_values(e, &e->groups[i])) return SMT_UNKNOWN;
  if (!e->count) return SMT_UNKNOWN;
  choose_order(e);
  sort_checks(e);
  return try_from(e, 0);
}

/* The model is changed meanwhile, and put back; a combination that was found becomes the witness. */
static enum smt_answer on_model(struct enumeration *e) {
  struct smt *smt = e->smt;
  uint32_t n = smt->slice.variables.count, trail = smt->trail.count;
  uint8_t *before = mem_alloc(2 * (size_t)n + 1), *found = before + n;
  for (uint32_t i = 0; i < n; i++) before[i] = smt->model.data[smt->slice.variables.data[i]];
  enum smt_answer answer = decide(e);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = smt->slice.variables.data[i];
    found[i] = smt->model.data[v];
    smt->model.data[v] = before[i];
  }
  smt->model_epoch = 0;
  for (uint32_t i = 0; i < n && answer == SMT_SAT; i++)
    if (found[i] != before[i]) model_set(smt, smt->slice.variables.data[i], found[i]);
  if (answer == SMT_SAT && !model_try(smt, e->condition, trail)) answer = SMT_UNKNOWN;
  free(before);
  return answer;
}

enum smt_answer enumerate_try(struct smt *smt, sym_id condition) {
  struct enumeration e = {.smt = smt, .condition = condition};
  bool floats = sym_has_float(smt->sym, condition);
  for (uint32_t i = 0; i < smt->slice.ids.count; i++) floats |= sym_has_float(smt->sym, smt->slice.ids.data[i]);
  if (!floats) return SMT_UNKNOWN;
  visit(&e, condition);
  for (uint32_t i = 0; i < smt->slice.ids.count; i++) visit(&e, smt->slice.ids.data[i]);
  enum smt_answer answer = find_groups(&e) ? on_model(&e) : SMT_UNKNOWN;
  for (uint32_t i = 0; i < e.count; i++) {
    vec_free(&e.groups[i].values);
    vec_free(&e.checks[i]);
  }
  vec_free(&e.stack);
  map_free(&e.seen);
  if (answer != SMT_UNSAT) return answer;
  vec_reserve(&smt->in_core, smt->slice.ids.count + 1);
  memset(smt->in_core.data, 1, smt->slice.ids.count);
  return answer;
}
