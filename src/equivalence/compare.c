/* Compares the paths of two versions through a region, each with each.

   Two paths are followed event by event. Before the k-th event only the conditions count that were decided before it: a
   later one may speak of its result, which is the same in both versions only if the event is. Where those conditions
   contradict each other no state takes both paths. Otherwise the events must be equal, and so must be the ends. */
#include <string.h>

#include "base/checks.h"
#include "change/operands.h"
#include "equivalence/inside.h"
#include "ir/thread_functions.h"
#include "util/mutate.h"

enum { EFFORT = 200000 }; /* of one question */

enum smt_answer compare_ask(struct work *w, sym_id condition) {
  if (sym_is_true(w->sym, condition)) return SMT_SAT;
  if (sym_is_false(w->sym, condition)) return SMT_UNSAT;
  if (smt_spent(w->smt) > w->effort) return SMT_UNKNOWN;
  return smt_check_within(w->smt, condition, EFFORT);
}

struct both {
  struct work *w;
  const struct path *path[2];
  sym_id when;      /* what both have decided */
  uint32_t next[2]; /* conditions that are not part of it */
  uint32_t epoch;
  compare_registers_at *registers;
  void *context;
};

static struct outcome equal(void) { return (struct outcome){.verdict = EQUIVALENCE_PROVED, .cut = IR_NONE}; }

static struct outcome undecided(const char *why) {
  return (struct outcome){.verdict = EQUIVALENCE_UNDECIDED, .why = why, .cut = IR_NONE};
}

static struct outcome differs(const struct both *b, sym_id when, const char *why) {
  if (b->w->blurred) return undecided("memory that may be the same or not is read");
  return (struct outcome){.verdict = EQUIVALENCE_DIFFERS, .why = why, .when = when, .cut = IR_NONE};
}

/* Something that no values decide differs where both paths are taken. */
static struct outcome differs_here(const struct both *b, const char *why) {
  return compare_ask(b->w, b->when) == SMT_SAT ? differs(b, b->when, why) : undecided(why);
}

static struct outcome same_value(const struct both *b, sym_id x, sym_id y, const char *why) {
  struct sym *sym = b->w->sym;
  if (!x || !y) return undecided("a value that comes from outside of what is compared");
  if (x == y) return equal();
  if (sym_width(sym, x) != sym_width(sym, y)) return undecided("values of other widths");
  sym_id bad = sym_binary(sym, SYM_AND, b->when, sym_not(sym, sym_binary(sym, SYM_EQ, x, y)));
  switch (compare_ask(b->w, bad)) {
  case SMT_UNSAT: return equal();
  case SMT_SAT: return differs(b, bad, why);
  default: return undecided("the solver gave no answer within the budget");
  }
}

/* Also the same objects must be meant: what an access out of bounds is told by depends on that. */
static struct outcome same_address(const struct both *b, sym_id x, sym_id y) {
  uint32_t n, m;
  if (x == y) return equal();
  const uint32_t *first = sym_support(b->w->sym, x, &n), *second = sym_support(b->w->sym, y, &m);
  struct outcome o = same_value(b, x, y, "another address is accessed");
  if (o.verdict == EQUIVALENCE_PROVED && (n != m || memcmp(first, second, n * sizeof *first)))
    return undecided("an address is computed from other values");
  return o;
}

/* ---- memory ---- */

typedef VEC(struct store) store_list;

/* What is left of the stores, the newest first. False: two of them may meet in part. */
static bool net_stores(const struct both *b, int side, const struct store *stores, uint32_t count, store_list *net) {
  uint32_t at;
  for (uint32_t i = count; i-- > 0;) {
    bool over = false;
    for (uint32_t k = 0; k < net->count && !over; k++) {
      enum relation relation = memory_relation_in(b->w, side, b->when, &stores[i], &net->data[k], &at);
      if (relation == RELATION_UNKNOWN) return false;
      over = relation != RELATION_APART;
    }
    if (!over) vec_push(net, stores[i]);
  }
  return true;
}

/* The other version did not write there: then this one must not have changed anything. */
static struct outcome changed_nothing(const struct both *b, const struct store *s) {
  const struct base *base = variable_base(b->w, s->address);
  if (base && base->alone) return equal();
  return same_value(b, s->value, memory_cell(b->w, b->epoch, s->address, s->bytes, "memory"), "memory is written");
}

static struct outcome find_store(const struct both *b, const struct store *s, const store_list *others) {
  uint32_t at;
  for (uint32_t i = 0; i < others->count; i++) /* those of one version lie apart */
    if (others->data[i].address == s->address && others->data[i].bytes == s->bytes)
      return same_value(b, s->value, others->data[i].value, "another value is written");
  for (uint32_t i = 0; i < others->count; i++) {
    const struct store *other = &others->data[i];
    enum relation relation = memory_relation(b->w, b->when, s, other, &at);
    if (relation == RELATION_SAME) return same_value(b, s->value, other->value, "another value is written");
    if (relation != RELATION_APART) return undecided("memory that may be the same or not is written");
  }
  return changed_nothing(b, s);
}

static struct outcome same_memory(const struct both *b, const uint32_t first[2], const uint32_t count[2]) {
  store_list net[2] = {{0}, {0}};
  struct outcome o = equal();
  for (int s = OLD; s <= NEW; s++)
    if (!net_stores(b, s, b->path[s]->stores.data + first[s], count[s], &net[s]))
      o = undecided("memory that may be the same or not is written twice");
  for (int s = OLD; s <= NEW; s++)
    for (uint32_t i = 0; i < net[s].count && o.verdict == EQUIVALENCE_PROVED; i++)
      o = find_store(b, &net[s].data[i], &net[!s]);
  vec_free(&net[OLD]);
  vec_free(&net[NEW]);
  return o;
}

static struct outcome same_memory_at_end(const struct both *b) {
  const uint32_t first[2] = {b->path[OLD]->since, b->path[NEW]->since};
  const uint32_t count[2] = {b->path[OLD]->stores.count - first[OLD], b->path[NEW]->stores.count - first[NEW]};
  return same_memory(b, first, count);
}

/* ---- events ---- */

/* The parts of two operations that are no values. */
static bool same_operation(const struct both *b, const struct ir_ins *x, const struct ir_ins *y) {
  const struct work *w = b->w;
  uint32_t count = operand_count(x);
  if (x->op != y->op || x->width != y->width || x->flags != y->flags || count != operand_count(y)) return false;
  for (uint32_t k = 0; k < count; k++) {
    struct operand o = operand_at(w->p[OLD], x, k), p = operand_at(w->p[NEW], y, k);
    if (o.kind != p.kind) return false;
    if (o.kind == 'i' && o.value != p.value) return false;
    if (o.kind == 'g' && w->c[OLD]->global[o.value] != (uint32_t)p.value) return false;
    if (o.kind == 'f' && !variable_function_alike(w, (uint32_t)o.value, (uint32_t)p.value)) return false;
  }
  return true;
}

static struct outcome same_terms(const struct both *b, const struct event *x, const struct event *y, const char *why) {
  struct outcome o = equal();
  for (uint32_t k = 0; k < x->nterms && o.verdict == EQUIVALENCE_PROVED; k++) {
    sym_id i = b->path[OLD]->terms.data[x->first_term + k], j = b->path[NEW]->terms.data[y->first_term + k];
    if (i || j) o = same_value(b, i, j, why); /* no value: a position, or no value in any version */
  }
  return o;
}

static struct outcome same_access(const struct both *b, const struct event *x, const struct event *y) {
  const struct ir_ins *i = &b->w->p[OLD]->ins[x->ins], *j = &b->w->p[NEW]->ins[y->ins];
  if (i->width != j->width || i->flags != j->flags) return differs_here(b, "an access of another kind");
  struct outcome o = same_address(b, b->path[OLD]->terms.data[x->first_term], b->path[NEW]->terms.data[y->first_term]);
  if (o.verdict != EQUIVALENCE_PROVED || x->kind != EVENT_STORE) return o;
  return same_value(b, b->path[OLD]->terms.data[x->first_term + 1], b->path[NEW]->terms.data[y->first_term + 1],
                    "another value is written");
}

/* The sizes of larger objects are not compared: k is an operand. */
static bool is_size(const struct ir_ins *ins, uint32_t k) {
  return ir_op_is_block_access((enum ir_op)ins->op) ? k == 2 : k > 0;
}

static struct outcome same_operands(const struct both *b, const struct event *x, const struct event *y) {
  static const char why[] = "an operation that can be seen from outside gets another value";
  const struct ir_ins *i = &b->w->p[OLD]->ins[x->ins];
  struct outcome o = same_terms(b, x, y, why);
  if (o.verdict == EQUIVALENCE_PROVED || !b->w->assuming || x->nterms != y->nterms) return o;
  if (!own_allocates_more(b->w, x->ins, y->ins) && !own_fills_more(b->w, x->ins, y->ins)) return o;
  o = equal();
  for (uint32_t k = 0; k < x->nterms && o.verdict == EQUIVALENCE_PROVED; k++) {
    sym_id m = b->path[OLD]->terms.data[x->first_term + k], n = b->path[NEW]->terms.data[y->first_term + k];
    if (!is_size(i, k) && (m || n)) o = same_value(b, m, n, why);
  }
  b->w->excused |= o.verdict == EQUIVALENCE_PROVED;
  return o;
}

static struct outcome same_event(struct both *b, const struct event *x, const struct event *y) {
  const struct ir_ins *i = &b->w->p[OLD]->ins[x->ins], *j = &b->w->p[NEW]->ins[y->ins];
  if (x->kind != y->kind || (x->kind == EVENT_OTHER && !same_operation(b, i, j)))
    return differs_here(b, "other operations, or in another order, that can be seen from outside");
  struct outcome o = x->kind == EVENT_OTHER ? same_operands(b, x, y) : same_access(b, x, y);
  if (o.verdict == EQUIVALENCE_PROVED && x->flushed != y->flushed)
    o = undecided("memory that is shared or not is accessed");
  if (o.verdict == EQUIVALENCE_PROVED && x->flushed)
    o = same_memory(b, (const uint32_t[2]){x->first_store, y->first_store}, (const uint32_t[2]){x->nstore, y->nstore});
  b->epoch += x->flushed;
  return o;
}

/* ---- accesses that may fail ---- */

/* Those that come behind k events and before the next one. */
struct window {
  const struct access *first;
  uint32_t count;
};

static struct window window_of(const struct path *path, uint32_t k) {
  struct window window = {.first = path->accesses.data};
  for (uint32_t i = 0; i < path->accesses.count; i++) {
    window.first += path->accesses.data[i].events < k;
    window.count += path->accesses.data[i].events == k;
  }
  return window;
}

static struct outcome same_window(const struct both *b, const struct window *x, const struct window *y) {
  struct outcome o = equal();
  uint32_t at = 0;
  for (uint32_t i = 0; i < y->count && o.verdict == EQUIVALENCE_PROVED; i++) {
    const struct access *a = at < x->count ? &x->first[at] : NULL, *c = &y->first[i];
    if (!a || c->own || a->bytes != c->bytes || a->write != c->write) return undecided("other accesses that may fail");
    o = same_address(b, a->address, c->address);
    at++;
  }
  return at == x->count || o.verdict != EQUIVALENCE_PROVED ? o : undecided("other accesses that may fail");
}

/* If the one is possible, is the other one, too? What is own lies in the same object. */
static bool covers(const struct both *b, const struct access *a, const struct access *c) {
  uint64_t i, j;
  sym_id x = memory_base(b->w, a->address, &i), y = memory_base(b->w, c->address, &j);
  if (c->own) return x == y;
  if (c->write && !a->write) return false;
  if (x == y) return j - i <= a->bytes && c->bytes <= a->bytes - (j - i);
  return c->bytes <= a->bytes && same_address(b, a->address, c->address).verdict == EQUIVALENCE_PROVED;
}

/* What the event behind the window accesses: objects of the thread library that it is given, or what it loads. */
static bool event_covers(const struct both *b, uint32_t k, const struct access *c) {
  const struct path *path = b->path[OLD];
  if (k == path->events.count) return false;
  const struct event *e = &path->events.data[k];
  const struct ir_program *p = b->w->p[OLD];
  const struct ir_ins *ins = &p->ins[e->ins];
  if (e->kind != EVENT_OTHER) {
    struct access access = {path->terms.data[e->first_term], ins->width / 8u, e->kind == EVENT_STORE, false, k};
    return covers(b, &access, c);
  }
  const struct thread_function *row =
      ins->op == IR_CALL ? thread_function_named(ir_text(p, p->functions[ins->a].name)) : NULL;
  for (const struct thread_touch *t = row ? row->touches : NULL; t && (t->reads || t->writes); t++) {
    if (t->argument + 1u >= e->nterms || t->object == THREAD_OBJECT_ATTR || t->object == THREAD_OBJECT_WORD) continue;
    struct access access = {path->terms.data[e->first_term + 1 + t->argument], 1, false, false, k};
    if (access.address && covers(b, &access, c)) return true;
  }
  return false;
}

/* The old version does not fail: then what it accesses before it does anything that others see can be accessed all that
   time, in whatever order. Had something been ended in between by another thread, it could have been ended before. */
static struct outcome covered_window(const struct both *b, uint32_t k, const struct window *x, const struct window *y) {
  for (uint32_t i = 0; i < y->count; i++) {
    bool covered = event_covers(b, k, &y->first[i]) || MUTATED(EQUIVALENCE_COVERED);
    for (uint32_t n = 0; n < x->count && !covered; n++) covered = covers(b, &x->first[n], &y->first[i]);
    if (!covered) return undecided("other accesses that may fail");
  }
  b->w->excused = true;
  return equal();
}

static struct outcome same_accesses(const struct both *b, uint32_t k) {
  struct window x = window_of(b->path[OLD], k), y = window_of(b->path[NEW], k);
  struct outcome o = same_window(b, &x, &y);
  bool standard = (b->w->checks & CHECKS_STANDARD) == CHECKS_STANDARD;
  return o.verdict == EQUIVALENCE_PROVED || !b->w->assuming || !standard ? o : covered_window(b, k, &x, &y);
}

/* ---- ends ---- */

static struct outcome same_registers(const struct both *b, uint32_t cut) {
  struct compare_registers r = b->registers(b->context, cut);
  struct outcome o = equal();
  for (uint32_t i = 0; i < r.count && o.verdict == EQUIVALENCE_PROVED; i++) {
    uint32_t k = r.match[i];
    if (k == IR_NONE || !liveness_has(r.live[OLD], i) || !liveness_has(r.live[NEW], k) || MUTATED(EQUIVALENCE_LIVE))
      continue;
    o = same_value(b, b->path[OLD]->regs.data[i], b->path[NEW]->regs.data[k], "a variable gets another value");
    if (o.verdict != EQUIVALENCE_PROVED) o.cut = cut;
  }
  return o;
}

static struct outcome same_results(const struct both *b) {
  const struct path *x = b->path[OLD], *y = b->path[NEW];
  struct outcome o = equal();
  if (x->nresults != y->nresults) return undecided("other results");
  for (uint32_t k = 0; k < x->nresults && o.verdict == EQUIVALENCE_PROVED; k++)
    o = same_value(b, x->terms.data[x->first_result + k], y->terms.data[y->first_result + k],
                   "it returns another value");
  return o;
}

static struct outcome same_end(const struct both *b) {
  const struct path *x = b->path[OLD], *y = b->path[NEW];
  struct outcome o = equal();
  if (x->end == PATH_FAILED && y->end == PATH_FAILED && x->failure == y->failure) return o;
  if (x->end == PATH_FAILED || y->end == PATH_FAILED) return differs_here(b, "one of them fails");
  if (x->end != y->end || (x->end == PATH_CUT && x->cut != y->cut)) {
    o = differs_here(b, "control goes on elsewhere");
    o.cut = x->end == PATH_CUT ? x->cut : y->end == PATH_CUT ? y->cut : IR_NONE;
    return o;
  }
  if (x->end == PATH_CUT) o = same_registers(b, x->cut);
  if (x->end == PATH_RETURN) o = same_results(b);
  if (o.verdict != EQUIVALENCE_PROVED || x->end == PATH_ENDED) return o;
  o = same_memory_at_end(b);
  if (o.verdict != EQUIVALENCE_PROVED && x->end == PATH_CUT) o.cut = x->cut;
  return o;
}

/* Adds what was decided before the k-th event. False: no state takes both paths. */
static bool add_conditions(struct both *b, uint32_t k) {
  bool more = false;
  for (int s = OLD; s <= NEW; s++) {
    const struct path *path = b->path[s];
    for (; b->next[s] < path->conditions.count && path->conditions.data[b->next[s]].events <= k; b->next[s]++) {
      b->when = sym_binary(b->w->sym, SYM_AND, b->when, path->conditions.data[b->next[s]].term);
      more = true;
    }
  }
  return !more || compare_ask(b->w, b->when) != SMT_UNSAT;
}

/* ---- states in which the old version fails at once ---- */

static bool is_failure(const struct both *b, const struct event *e) {
  const struct ir_program *p = b->w->p[OLD];
  const struct ir_ins *ins = &p->ins[e->ins];
  return e->kind == EVENT_OTHER && ins->op == IR_CALL && p->functions[ins->a].flags & IR_FN_LIBRARY &&
         !strcmp(ir_text(p, p->functions[ins->a].name), "__assert_fail");
}

/* Nothing lies at the first addresses. */
static bool is_null(const struct both *b, sym_id address) {
  enum { FIRST_PAGE = 4096 };
  struct sym *sym = b->w->sym;
  sym_id low = sym_binary(sym, SYM_ULT, address, sym_const(sym, FIRST_PAGE, sym_width(sym, address)));
  return compare_ask(b->w, sym_binary(sym, SYM_AND, b->when, sym_not(sym, low))) == SMT_UNSAT;
}

/* Both have done the same so far, and the old version fails without doing anything else that others see: if it never
   fails, no run of it comes to such a state, and no run of the new version that was one of the old so far. */
static bool old_fails(const struct both *b, uint32_t k) {
  const struct path *x = b->path[OLD];
  struct window window = window_of(x, k);
  if ((b->w->checks & CHECKS_STANDARD) != CHECKS_STANDARD) return false; /* it may fail unseen */
  for (uint32_t i = 0; i < window.count; i++)
    if (is_null(b, window.first[i].address)) return true;
  if (k == x->events.count) return x->end == PATH_FAILED;
  const struct event *e = &x->events.data[k];
  return is_failure(b, e) || (e->kind != EVENT_OTHER && is_null(b, x->terms.data[e->first_term]));
}

static struct outcome excuse(const struct both *b, uint32_t k, struct outcome o) {
  if (o.verdict == EQUIVALENCE_PROVED || !b->w->assuming || !(old_fails(b, k) || MUTATED(EQUIVALENCE_EXCUSE))) return o;
  b->w->excused = true;
  return equal();
}

static struct outcome compare_at(struct both *b, uint32_t k, bool *over) {
  const struct path *x = b->path[OLD], *y = b->path[NEW];
  *over = true;
  struct outcome accesses = same_accesses(b, k);
  if (accesses.verdict != EQUIVALENCE_PROVED) {
    if (k == x->events.count && x->end == PATH_CUT) accesses.cut = x->cut;
    return accesses;
  }
  if (k == x->events.count && k == y->events.count) return same_end(b);
  if (k == x->events.count || k == y->events.count) {
    struct outcome o = differs_here(b, "other operations, or in another order, that can be seen from outside");
    const struct path *shorter = k == x->events.count ? x : y;
    o.cut = shorter->end == PATH_CUT ? shorter->cut : IR_NONE;
    return o;
  }
  struct outcome o = same_event(b, &x->events.data[k], &y->events.data[k]);
  *over = o.verdict != EQUIVALENCE_PROVED;
  return o;
}

static struct outcome compare_two(struct both *b) {
  bool over;
  for (uint32_t k = 0;; k++) {
    if (!add_conditions(b, k)) return equal();
    struct outcome o = compare_at(b, k, &over);
    if (over) return excuse(b, k, o);
  }
}

struct outcome compare_paths(struct work *w, const path_list *old, const path_list *new,
                             compare_registers_at *registers, void *context) {
  for (uint32_t i = 0; i < old->count; i++) {
    for (uint32_t k = 0; k < new->count; k++) {
      struct both b = {.w = w,
                       .path = {old->data[i], new->data[k]},
                       .when = sym_const(w->sym, 1, 1),
                       .registers = registers,
                       .context = context};
      struct outcome o = compare_two(&b);
      if (o.verdict != EQUIVALENCE_PROVED) return o;
    }
  }
  return equal();
}
