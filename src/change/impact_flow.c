/* Where control goes on elsewhere than it did.

   An instruction with a match is followed, on every way out of it, by one next instruction with a match: what was
   only inserted or deleted on the way is passed over. Where these are not matches of each other, or a branch or return
   without match comes first, the versions part on that way; they meet again at the first instruction that comes after
   the branch for certain in both. All that either version may execute in between is affected: whether it is executed,
   and how often. */
#include "change/impact_inside.h"
#include "util/mem.h"
#include "util/vec.h"

enum { MOST_JUMPS = 64 };

static bool is_jump(const struct ir_ins *ins) { return ir_ops[ins->op].class == IR_CLASS_FLOW; }

/* From this instruction on, itself included. */
static uint32_t first_from(const struct impact_side *x, uint32_t ins) {
  for (unsigned jumps = 0; jumps < MOST_JUMPS;) {
    const struct ir_ins *at = &x->p->ins[ins];
    if (!static_is_live(x->s, ins)) return IR_NONE;
    if (x->c->ins[ins] != IR_NONE) return ins;
    if (!is_jump(at)) ins++;
    else if (at->op != IR_BR) return IR_NONE;
    else {
      ins = x->p->blocks[at->a].first;
      jumps++;
    }
  }
  return IR_NONE;
}

uint32_t impact_next(const struct impact_side *x, uint32_t ins) {
  const struct ir_ins *at = &x->p->ins[ins];
  if (!is_jump(at)) return first_from(x, ins + 1);
  return at->op == IR_BR ? first_from(x, x->p->blocks[at->a].first) : IR_NONE;
}

/* ---- ways out of an instruction ---- */

static uint32_t way_count(const struct ir_ins *ins) {
  switch ((enum ir_op)ins->op) {
  case IR_CBR: return 2;
  case IR_SWITCH: return (uint32_t)(ins->c + 1) / 2;
  case IR_RET:
  case IR_UNREACHABLE: return 0;
  default: return 1;
  }
}

/* The instruction that comes next on one way. */
static uint32_t way_to(const struct ir_program *p, uint32_t i, uint32_t way) {
  const struct ir_ins *ins = &p->ins[i];
  switch ((enum ir_op)ins->op) {
  case IR_BR: return p->blocks[ins->a].first;
  case IR_CBR: return p->blocks[way ? ins->c : ins->b].first;
  case IR_SWITCH: return p->blocks[p->extra[ins->b + (int32_t)way * 2]].first;
  default: return i + 1;
  }
}

/* Does the program go on behind the instruction, as far as is known without running it? */
static bool goes_on(const struct impact_side *x, uint32_t ins) {
  return way_count(&x->p->ins[ins]) && static_is_live(x->s, way_to(x->p, ins, 0));
}

static bool same_cases(const struct impact_work *w, uint32_t old, uint32_t new) {
  const struct ir_program *p = w->side[IMPACT_OLD].p, *q = w->side[IMPACT_NEW].p;
  const struct ir_ins *a = &p->ins[old], *b = &q->ins[new];
  for (int32_t k = 1; a->op == IR_SWITCH && k < a->c; k += 2) {
    const struct ir_const *x = &p->consts[ir_const_index(p->extra[a->b + k])],
                          *y = &q->consts[ir_const_index(q->extra[b->b + k])];
    if (x->kind != y->kind || x->value != y->value || x->width != y->width) return false;
  }
  return true;
}

/* Can the ways out of the two be compared one by one? */
static bool has_same_ways(const struct impact_work *w, uint32_t old, uint32_t new) {
  const struct impact_side *x = &w->side[IMPACT_OLD], *y = &w->side[IMPACT_NEW];
  const struct ir_ins *a = &x->p->ins[old], *b = &y->p->ins[new];
  if (is_jump(a) != is_jump(b) || way_count(a) != way_count(b)) return false;
  return is_jump(a) ? a->op == b->op && same_cases(w, old, new) : goes_on(x, old) == goes_on(y, new);
}

static bool leads_alike(const struct impact_work *w, uint32_t old, uint32_t new, uint32_t way) {
  const struct impact_side *x = &w->side[IMPACT_OLD], *y = &w->side[IMPACT_NEW];
  if (!is_jump(&x->p->ins[old]) && !goes_on(x, old)) return true;
  uint32_t a = first_from(x, way_to(x->p, old, way)), b = first_from(y, way_to(y->p, new, way));
  return a != IR_NONE && b != IR_NONE && x->c->ins[a] == b;
}

/* ---- what lies between ---- */

/* Where they meet again: in the old and in the new version, or IR_NONE for both. */
struct meeting {
  uint32_t at[2];
};

static bool meets(const struct impact_work *w, uint32_t from_old, uint32_t at_new, struct meeting *m) {
  uint32_t at_old = w->side[IMPACT_NEW].c->ins[at_new];
  if (at_old == IR_NONE || !static_post_dominates(w->side[IMPACT_OLD].s, at_old, from_old)) return false;
  *m = (struct meeting){{at_old, at_new}};
  return true;
}

/* The first instruction that is executed for certain in both once control has come to these two. They may be it
   themselves, unless what comes `behind` them is asked for. */
static struct meeting find_meeting(const struct impact_work *w, uint32_t from_old, uint32_t from_new, bool behind) {
  const struct statics *s = w->side[IMPACT_NEW].s;
  struct meeting m = {{IR_NONE, IR_NONE}};
  uint32_t first, last;
  if (!behind && meets(w, from_old, from_new, &m)) return m;
  for (uint32_t at = from_new; static_next_certain(s, at, &first, &last); at = last)
    for (uint32_t i = first; i <= last; i++)
      if (i != from_new && meets(w, from_old, i, &m) && !(behind && m.at[IMPACT_OLD] == from_old)) return m;
  return (struct meeting){{IR_NONE, IR_NONE}};
}

/* All that is executed from an instruction on, itself included. */
static void add_between(struct impact_work *w, int side, uint32_t from, uint32_t until) {
  const struct impact_side *x = &w->side[side];
  const struct ir_function *f = ir_function_of(x->p, from);
  uint8_t *seen = mem_zalloc(f->nins + 1);
  VEC(uint32_t) todo = {0};
  vec_push(&todo, from);
  while (todo.count) {
    uint32_t i = vec_pop(&todo);
    if (i == until || seen[i - f->first_ins] || !static_is_live(x->s, i)) continue;
    seen[i - f->first_ins] = 1;
    impact_add(w, side, i, STATIC_VALUE);
    for (uint32_t k = 0; k < way_count(&x->p->ins[i]); k++) vec_push(&todo, way_to(x->p, i, k));
  }
  vec_free(&todo);
  free(seen);
}

/* Where not even the ways can be told apart, whatever is on one of them. */
static void part_behind(struct impact_work *w, const uint32_t ins[2]) {
  struct meeting m = find_meeting(w, ins[IMPACT_OLD], ins[IMPACT_NEW], true);
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++) {
    const struct ir_program *p = w->side[side].p;
    for (uint32_t k = 0; k < way_count(&p->ins[ins[side]]); k++)
      add_between(w, side, way_to(p, ins[side], k), m.at[side]);
  }
}

/* On one way. Whether the instruction before it ends (a call may wait) has no part in it: who takes the way has come
   past it. A way that only leads to a failure meets nothing; then what all that get past the instruction come to is the
   meeting. */
static void part_on_way(struct impact_work *w, uint32_t old, uint32_t new, uint32_t way) {
  uint32_t from_old = way_to(w->side[IMPACT_OLD].p, old, way), from_new = way_to(w->side[IMPACT_NEW].p, new, way);
  struct meeting m = find_meeting(w, from_old, from_new, false);
  if (m.at[IMPACT_NEW] == IR_NONE) m = find_meeting(w, old, new, true);
  add_between(w, IMPACT_OLD, from_old, m.at[IMPACT_OLD]);
  add_between(w, IMPACT_NEW, from_new, m.at[IMPACT_NEW]);
}

/* Runs that take a way on which both versions go on alike do the same, whatever is found on the others. */
static void compare_ways(struct impact_work *w, uint32_t old, uint32_t new) {
  if (!has_same_ways(w, old, new)) {
    part_behind(w, (const uint32_t[2]){[IMPACT_OLD] = old, [IMPACT_NEW] = new});
    return;
  }
  for (uint32_t k = 0; k < way_count(&w->side[IMPACT_OLD].p->ins[old]); k++)
    if (!leads_alike(w, old, new, k)) part_on_way(w, old, new, k);
}

/* Everything of a function that control enters in another place. */
static void add_body(struct impact_work *w, int side, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (static_is_live(w->side[side].s, i)) impact_add(w, side, i, STATIC_VALUE);
}

static void compare_function(struct impact_work *w, uint32_t old) {
  const struct impact_side *x = &w->side[IMPACT_OLD], *y = &w->side[IMPACT_NEW];
  const struct ir_function *f = &x->p->functions[old], *g = &y->p->functions[x->c->function[old]];
  if (!f->nins || !g->nins || !static_is_live(x->s, f->first_ins) || !static_is_live(y->s, g->first_ins)) return;
  uint32_t a = first_from(x, f->first_ins), b = first_from(y, g->first_ins);
  bool equal = x->c->equal[f->first_ins] && y->c->equal[g->first_ins];
  if (!equal && (a == IR_NONE || b == IR_NONE || x->c->ins[a] != b)) {
    add_body(w, IMPACT_OLD, f);
    add_body(w, IMPACT_NEW, g);
    return;
  }
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    uint32_t match = x->c->ins[i];
    if (match == IR_NONE || !static_is_live(x->s, i) || !static_is_live(y->s, match)) continue;
    if (impact_is_equal(w, IMPACT_OLD, i)) continue;
    compare_ways(w, i, match);
  }
}

void impact_add_flow(struct impact_work *w) {
  const struct impact_side *x = &w->side[IMPACT_OLD];
  for (uint32_t f = 0; f < x->p->nfunctions; f++)
    if (x->c->function[f] != IR_NONE) compare_function(w, f);
}
