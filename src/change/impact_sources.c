/* Where a change begins, in both versions: changed, added and deleted instructions, users of changed globals, functions
   that are called in another way.

   How much of a changed instruction is affected is told apart: a store whose value changed still writes to the same
   place, a call whose argument changed still calls the same function. An instruction that can only be executed in one
   of the versions counts as added or deleted there, whoever its match is. */
#include <stdlib.h>
#include <string.h>

#include "change/impact_inside.h"
#include "util/mem.h"
#include "util/mutate.h"

static const enum static_relevance gives = STATIC_EXECUTED, computes = STATIC_CHECKED, runs = STATIC_VALUE;

void impact_add(struct impact_work *w, int side, uint32_t ins, enum static_relevance level) {
  struct impact_side *x = &w->side[side];
  if (!static_is_live(x->s, ins)) return;
  static_set_add(&x->sources, ins);
  static_forward_add(x->slice, (struct static_reached){.ins = ins, .level = level, .open = true});
}

static void add_both(struct impact_work *w, uint32_t old, uint32_t new, enum static_relevance level) {
  impact_add(w, IMPACT_OLD, old, level);
  impact_add(w, IMPACT_NEW, new, level);
}

/* ---- operands ---- */

static bool same_const(const struct impact_work *w, const struct ir_const *a, const struct ir_const *b) {
  const struct change_side *old = w->side[IMPACT_OLD].c;
  if (a->kind != b->kind || a->width != b->width) return false;
  if (a->kind == IR_CONST_FUNC) return old->function[a->symbol] == b->symbol;
  if (a->kind == IR_CONST_INT) return a->value == b->value;
  return a->value == b->value && old->global[a->symbol] == b->symbol && !old->global_moved[a->symbol];
}

struct both {
  const struct ir_ins *old, *new;
  const uint32_t *regs; /* matches of the old function's registers */
};

static bool same_value(const struct impact_work *w, const struct both *b, ir_value old, ir_value new) {
  if (ir_is_const(old) != ir_is_const(new)) return false;
  if (!ir_is_const(old)) return b->regs[old] == (uint32_t)new;
  return same_const(w, &w->side[IMPACT_OLD].p->consts[ir_const_index(old)],
                    &w->side[IMPACT_NEW].p->consts[ir_const_index(new)]);
}

/* ---- functions ---- */

static bool called_alike(const struct impact_work *w, uint32_t old, uint32_t new) {
  const struct ir_program *p = w->side[IMPACT_OLD].p, *q = w->side[IMPACT_NEW].p;
  const struct ir_function *f = &p->functions[old], *g = &q->functions[new];
  const char *name = ir_text(p, f->name), *other = ir_text(q, g->name);
  if (f->flags != g->flags || f->nparams != g->nparams || f->nresults != g->nresults) return false;
  if ((static_knows_function(name) || static_knows_function(other)) && strcmp(name, other)) return false;
  for (uint32_t i = 0; i < f->nparams; i++)
    if (p->regs[f->first_reg + i].width != q->regs[g->first_reg + i].width) return false;
  return true;
}

static void add_callers(struct impact_work *w, int side, uint32_t function) {
  const uint32_t *calls;
  uint32_t count = static_callers(w->side[side].s, function, &calls);
  for (uint32_t i = 0; i < count; i++) impact_add(w, side, calls[i], runs);
}

static void add_whole(struct impact_work *w, int side, uint32_t function) {
  const struct ir_function *f = &w->side[side].p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) impact_add(w, side, i, runs);
}

static void add_functions(struct impact_work *w) {
  const struct impact_side *x = &w->side[IMPACT_OLD];
  for (uint32_t f = 0; f < x->p->nfunctions; f++) {
    uint32_t match = x->c->function[f];
    if (match == IR_NONE || called_alike(w, f, match)) continue;
    add_callers(w, IMPACT_OLD, f);
    add_callers(w, IMPACT_NEW, match);
    add_whole(w, IMPACT_OLD, f);
    add_whole(w, IMPACT_NEW, match);
  }
}

/* Functions that are called before or after the entry function, in order. */
static void add_list(struct impact_work *w, const uint32_t *old, uint64_t nold, const uint32_t *new, uint64_t nnew) {
  bool same = nold == nnew;
  for (uint64_t i = 0; i < nold && same; i++) same = w->side[IMPACT_OLD].c->function[old[i]] == new[i];
  for (uint64_t i = 0; i < nold && !same; i++) add_whole(w, IMPACT_OLD, old[i]);
  for (uint64_t i = 0; i < nnew && !same; i++) add_whole(w, IMPACT_NEW, new[i]);
}

/* Where nothing can be compared, everything is affected. */
static void add_program(struct impact_work *w) {
  const struct ir_program *p = w->side[IMPACT_OLD].p, *q = w->side[IMPACT_NEW].p;
  add_list(w, p->ctors, p->nctors, q->ctors, q->nctors);
  add_list(w, p->dtors, p->ndtors, q->dtors, q->ndtors);
  if (p->pointer_bits == q->pointer_bits && w->side[IMPACT_OLD].c->function[p->entry] == q->entry) return;
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++)
    for (uint32_t f = 0; f < w->side[side].p->nfunctions; f++) add_whole(w, side, f);
}

/* ---- changed instructions ---- */

/* Calls of one function that differ in what they hand over. */
static void add_arguments(struct impact_work *w, const struct both *b, uint32_t old, uint32_t new) {
  const int32_t *x = w->side[IMPACT_OLD].p->extra + b->old->b, *y = w->side[IMPACT_NEW].p->extra + b->new->b;
  for (int32_t k = 0; k < b->old->c; k++) {
    if (same_value(w, b, x[k], y[k])) continue;
    static_forward_add_argument(w->side[IMPACT_OLD].slice, old, (uint32_t)k);
    static_forward_add_argument(w->side[IMPACT_NEW].slice, new, (uint32_t)k);
  }
  static_set_add(&w->side[IMPACT_OLD].sources, old);
  static_set_add(&w->side[IMPACT_NEW].sources, new);
  if (b->old->dst != IR_NONE && b->regs[b->old->dst] != b->new->dst) add_both(w, old, new, gives);
}

static bool calls_alike(const struct impact_work *w, const struct both *b) {
  const struct ir_ins *x = b->old, *y = b->new;
  if (x->op != y->op || x->c != y->c || x->flags != y->flags || x->width != y->width) return false;
  if (x->op == IR_ICALL) return same_value(w, b, x->a, y->a);
  return w->side[IMPACT_OLD].c->function[x->a] == (uint32_t)y->a && called_alike(w, (uint32_t)x->a, (uint32_t)y->a);
}

/* Only where control goes on may differ in a jump whose operand is the same; that is looked at elsewhere. */
static bool decides_alike(const struct impact_work *w, const struct both *b) {
  const struct ir_ins *x = b->old, *y = b->new;
  if (x->op != y->op || x->width != y->width) return false;
  return x->op == IR_BR || x->op == IR_UNREACHABLE ||
         ((x->op == IR_CBR || x->op == IR_SWITCH) && same_value(w, b, x->a, y->a));
}

static bool writes_there(const struct impact_work *w, const struct both *b) {
  const struct ir_ins *x = b->old, *y = b->new;
  bool writes = x->op == IR_STORE || x->op == IR_RMW;
  return writes && x->op == y->op && x->width == y->width && x->flags == y->flags && same_value(w, b, x->a, y->a);
}

static void add_modified(struct impact_work *w, uint32_t old, uint32_t new) {
  const struct impact_side *x = &w->side[IMPACT_OLD], *y = &w->side[IMPACT_NEW];
  struct both b = {&x->p->ins[old], &y->p->ins[new], x->c->reg + ir_function_of(x->p, old)->first_reg};
  bool call = ir_ops[b.old->op].class == IR_CLASS_CALL || ir_ops[b.new->op].class == IR_CLASS_CALL;
  if (decides_alike(w, &b)) return;
  if (x->c->moved[old] || y->c->moved[new]) { /* equal operands say nothing about which member it is */
    add_both(w, old, new, call ? runs : computes);
    return;
  }
  if (call && calls_alike(w, &b)) add_arguments(w, &b, old, new);
  else if (call || b.old->op != b.new->op) add_both(w, old, new, runs);
  else add_both(w, old, new, writes_there(w, &b) ? gives : computes);
}

static void add_instructions(struct impact_work *w) {
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++) {
    const struct impact_side *x = &w->side[side];
    for (uint32_t i = 0; i < x->p->nins; i++) {
      if (!static_is_live(x->s, i)) continue;
      if (MUTATED(INCREMENTAL_DELETED) && side == IMPACT_OLD && !impact_has_match(w, side, i)) continue;
      if (impact_is_equal(w, side, i)) continue;
      if (!impact_has_match(w, side, i)) impact_add(w, side, i, runs);
      else if (side == IMPACT_OLD && x->c->status[i] != CHANGE_SAME) add_modified(w, i, x->c->ins[i]);
    }
  }
}

/* ---- globals ---- */

/* Who refers to a global without match is changed himself. */
static void add_globals(struct impact_work *w) {
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++) {
    const struct impact_side *x = &w->side[side];
    uint8_t *changed = mem_zalloc(x->p->nglobals + 1);
    bool any = false;
    for (uint32_t g = 0; g < x->p->nglobals; g++) any |= changed[g] = x->c->global_changed[g];
    struct static_set users = static_set_new(x->s);
    if (any) static_add_users(x->s, changed, &users);
    for (uint32_t i = 0; any && i < x->p->nins; i++)
      if (static_set_has(&users, i)) impact_add(w, side, i, computes);
    static_set_free(&users);
    free(changed);
  }
}

/* Globals lie in the order of their numbers, at equal distances unless they are large. */
enum { SMALL_SIZE = 512, SMALL_ALIGN = 256 };

static bool is_small(const struct ir_global *g) { return g->size <= SMALL_SIZE && g->align <= SMALL_ALIGN; }

bool impact_globals_moved(const struct impact_work *w) {
  const struct ir_program *p = w->side[IMPACT_OLD].p, *q = w->side[IMPACT_NEW].p;
  if (p->nglobals != q->nglobals) return true;
  for (uint32_t g = 0; g < p->nglobals; g++) {
    const struct ir_global *a = &p->globals[g], *b = &q->globals[g];
    uint32_t match = w->side[IMPACT_OLD].c->global[g];
    bool one_for_another = match == IR_NONE && w->side[IMPACT_NEW].c->global[g] == IR_NONE;
    if (match != g && !one_for_another) return true;
    if (!(is_small(a) && is_small(b)) && (a->size != b->size || a->align != b->align)) return true;
  }
  return false;
}

void impact_add_sources(struct impact_work *w) {
  add_program(w);
  add_functions(w);
  add_instructions(w);
  add_globals(w);
}
