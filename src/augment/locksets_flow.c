/* The locks held in a function that is entered with given ones: what is held for certain, on every path.

   Forward over the blocks until nothing changes; where paths meet, what is held on all of them stays. Calls are entered
   with what is held there, so each function is analysed once per different set; with too many sets, one more context
   with none stands for the rest. A call that comes back to a function which is being analysed is taken to leave the
   locks as they are. */
#include "augment/locksets_inside.h"

enum { MOST_CONTEXTS = 32 };

struct flow {
  struct locksets *l;
  int side;
  uint32_t function;
  uint32_t *at;   /* per instruction of the function */
  uint32_t *in;   /* per block of the function: set, UNREACHED */
  lock_list todo; /* blocks */
  uint32_t out;
};

static const struct ir_function *body(const struct flow *f) { return &f->l->side[f->side].p->functions[f->function]; }

/* ---- what an instruction does ---- */

static uint32_t release(struct locksets *l, int side, uint32_t set, uint32_t term) {
  lock_list kept = {0};
  const struct sets *sets = &l->sets;
  bool exact = sets_has(sets, set, lock_of(term, false)) || sets_has(sets, set, lock_of(term, true));
  for (uint32_t i = 0; i < sets->all.data[set].count; i++) {
    lock held = sets->all.data[set].data[i];
    bool gone = exact ? lock_term(held) == term : terms_may_meet(l, side, lock_term(held), term);
    if (!gone) vec_push(&kept, held);
  }
  uint32_t id = sets_intern(&l->sets, &kept);
  vec_free(&kept);
  return id;
}

static uint32_t atomic_term(struct locksets *l) { return terms_make(l, (struct term){.kind = TERM_ATOMIC}); }

static uint32_t rename_all(struct locksets *l, int side, uint32_t call, uint32_t set,
                           uint32_t with(struct locksets *, int, uint32_t, uint32_t)) {
  lock_list list = {0};
  for (uint32_t i = 0; i < l->sets.all.data[set].count; i++) {
    lock held = l->sets.all.data[set].data[i];
    vec_push(&list, lock_of(with(l, side, call, lock_term(held)), held & 1));
  }
  uint32_t id = sets_intern(&l->sets, &list);
  vec_free(&list);
  return id;
}

uint32_t flow_down(struct locksets *l, int side, uint32_t call, uint32_t set) {
  return set ? rename_all(l, side, call, set, terms_down) : 0;
}

static void add_function(lock_list *functions, uint32_t f) {
  for (uint32_t i = 0; i < functions->count; i++)
    if (functions->data[i] == f) return;
  vec_push(functions, f);
}

/* Functions that a call hands to the library are called by it: comparisons of a sort, initialisation that happens
   once. */
static void add_handed_over(const struct side *x, uint32_t call, lock_list *functions) {
  enum { ROOM = 16 };
  struct static_location found[ROOM];
  for (int32_t k = 0; k < x->p->ins[call].c; k++) {
    uint32_t count = static_points(x->s, call, x->p->extra[x->p->ins[call].b + k], found, ROOM);
    for (uint32_t i = 0; i < count && i < ROOM; i++)
      if (found[i].kind == STATIC_FUNCTION && !(x->p->functions[found[i].index].flags & IR_FN_LIBRARY) &&
          x->p->functions[found[i].index].nins)
        add_function(functions, found[i].index);
  }
}

void flow_callees(const struct locksets *l, int side, uint32_t call, lock_list *functions) {
  const struct side *x = &l->side[side];
  const uint32_t *callees;
  uint32_t count = static_callees(x->s, call, &callees);
  functions->count = 0;
  for (uint32_t k = 0; k < count; k++)
    if (x->acts[callees[k]] == THREAD_LOCK_CREATE) return;
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_function *callee = &x->p->functions[callees[k]];
    if (callee->flags & IR_FN_LIBRARY) add_handed_over(x, call, functions);
    else if (callee->nins) add_function(functions, callees[k]);
  }
}

static bool is_own(const struct locksets *l, int side, uint32_t call) {
  const struct side *x = &l->side[side];
  const uint32_t *callees;
  uint32_t count = static_callees(x->s, call, &callees);
  for (uint32_t k = 0; k < count; k++)
    if (x->p->functions[callees[k]].flags & IR_FN_LIBRARY || !x->p->functions[callees[k]].nins) return false;
  return count > 0;
}

static uint32_t after_call(struct flow *f, uint32_t call, uint32_t set) {
  struct locksets *l = f->l;
  lock_list functions = {0};
  uint32_t result = UNREACHED;
  flow_callees(l, f->side, call, &functions);
  for (uint32_t i = 0; i < functions.count; i++) {
    uint32_t context = flow_analyse(l, f->side, functions.data[i], flow_down(l, f->side, call, set));
    uint32_t out = l->side[f->side].contexts.data[context].out;
    if (out == UNREACHED) continue;
    out = rename_all(l, f->side, call, out, terms_up);
    result = result == UNREACHED ? out : sets_meet(&l->sets, result, out);
  }
  vec_free(&functions);
  return is_own(l, f->side, call) && result != UNREACHED ? result : set;
}

static enum thread_lock act_of(const struct side *x, uint32_t ins) {
  const uint32_t *callees;
  return static_callees(x->s, ins, &callees) == 1 ? (enum thread_lock)x->acts[callees[0]] : THREAD_LOCK_NONE;
}

static uint32_t after(struct flow *f, uint32_t ins, uint32_t set) {
  struct locksets *l = f->l;
  const struct side *x = &l->side[f->side];
  if (ir_ops[x->p->ins[ins].op].class != IR_CLASS_CALL) return set;
  enum thread_lock act = act_of(x, ins);
  if (act == THREAD_LOCK_NONE) return after_call(f, ins, set);
  if (act == THREAD_LOCK_BEGIN) return sets_with(&l->sets, set, lock_of(atomic_term(l), false));
  if (act == THREAD_LOCK_END) return release(l, f->side, set, atomic_term(l));
  if (x->p->ins[ins].c < 1 || act == THREAD_LOCK_CREATE) return set;
  uint32_t term = terms_lock(l, f->side, ins, x->p->extra[x->p->ins[ins].b]);
  if (act == THREAD_LOCK_LOCK || act == THREAD_LOCK_LOCK_SHARED)
    return sets_with(&l->sets, set, lock_of(term, act == THREAD_LOCK_LOCK_SHARED));
  return act == THREAD_LOCK_UNLOCK ? release(l, f->side, set, term) : set;
}

/* ---- attempts: held only where the result is 0 ---- */

/* The one call whose result a branch compares with 0; *zero: the branch goes to its first block if it is. */
static uint32_t attempt_before(const struct flow *f, const struct ir_ins *branch, bool *zero) {
  const struct side *x = &f->l->side[f->side];
  ir_value v = branch->a;
  *zero = false;
  for (unsigned steps = 0; steps < 8 && !ir_is_const(v); steps++) {
    uint32_t at = x->definition[body(f)->first_reg + (uint32_t)v];
    if (at == IR_NONE || at == SEVERAL) return IR_NONE;
    const struct ir_ins *ins = &x->p->ins[at];
    if (ins->op == IR_CALL) {
      enum thread_lock act = act_of(x, at);
      return act == THREAD_LOCK_TRY || act == THREAD_LOCK_TRY_SHARED ? at : IR_NONE;
    }
    bool compares = ins->op == IR_EQ || ins->op == IR_NE;
    if (compares && (!ir_is_const(ins->b) || x->p->consts[ir_const_index(ins->b)].kind != IR_CONST_INT ||
                     x->p->consts[ir_const_index(ins->b)].value != 0))
      return IR_NONE;
    if (!compares && ins->op != IR_MOV && ins->op != IR_ZEXT && ins->op != IR_SEXT && ins->op != IR_TRUNC)
      return IR_NONE;
    if (ins->op == IR_EQ) *zero = !*zero;
    v = ins->a;
  }
  return IR_NONE;
}

static uint32_t with_attempt(struct flow *f, uint32_t call, uint32_t set) {
  const struct side *x = &f->l->side[f->side];
  if (call == IR_NONE || x->p->ins[call].c < 1) return set;
  uint32_t term = terms_lock(f->l, f->side, call, x->p->extra[x->p->ins[call].b]);
  return sets_with(&f->l->sets, set, lock_of(term, act_of(x, call) == THREAD_LOCK_TRY_SHARED));
}

/* ---- blocks ---- */

static void enter(struct flow *f, uint32_t block, uint32_t set) {
  uint32_t *in = &f->in[block - body(f)->first_block];
  uint32_t met = *in == UNREACHED ? set : sets_meet(&f->l->sets, *in, set);
  if (met == *in) return;
  *in = met;
  vec_push(&f->todo, block);
}

static void leave(struct flow *f, const struct ir_ins *jump, uint32_t set) {
  const struct ir_program *p = f->l->side[f->side].p;
  bool zero;
  uint32_t attempt;
  switch ((enum ir_op)jump->op) {
  case IR_BR: enter(f, (uint32_t)jump->a, set); break;
  case IR_CBR:
    attempt = attempt_before(f, jump, &zero);
    enter(f, (uint32_t)jump->b, zero ? with_attempt(f, attempt, set) : set);
    enter(f, (uint32_t)jump->c, zero ? set : with_attempt(f, attempt, set));
    break;
  case IR_SWITCH:
    for (int32_t k = 0; k < jump->c; k += 2) enter(f, (uint32_t)p->extra[jump->b + k], set);
    break;
  case IR_RET: f->out = f->out == UNREACHED ? set : sets_meet(&f->l->sets, f->out, set); break;
  default: break;
  }
}

static void run_block(struct flow *f, uint32_t block) {
  const struct side *x = &f->l->side[f->side];
  const struct ir_block *b = &x->p->blocks[block];
  uint32_t set = f->in[block - body(f)->first_block];
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    f->at[i - body(f)->first_ins] = set;
    set = after(f, i, set);
  }
  leave(f, &x->p->ins[b->first + b->count - 1], set);
}

/* The same set again, or one context for all that are too many. */
static uint32_t find_context(struct locksets *l, int side, uint32_t function, uint32_t *entry) {
  struct side *x = &l->side[side];
  uint32_t id;
  if (map_get(&x->context_ids, (uint64_t)function << 32 | *entry, &id)) return id;
  if (x->ncontexts[function] < MOST_CONTEXTS) return IR_NONE;
  *entry = 0;
  return map_get(&x->context_ids, (uint64_t)function << 32, &id) ? id : IR_NONE;
}

uint32_t flow_analyse(struct locksets *l, int side, uint32_t function, uint32_t entry) {
  struct side *x = &l->side[side];
  const struct ir_function *code = &x->p->functions[function];
  uint32_t id = find_context(l, side, function, &entry);
  if (id != IR_NONE) return id;
  id = x->contexts.count;
  map_put(&x->context_ids, (uint64_t)function << 32 | entry, id);
  x->ncontexts[function]++;
  struct flow f = {.l = l, .side = side, .function = function, .out = UNREACHED};
  f.at = mem_alloc(((size_t)code->nins + 1) * sizeof *f.at);
  f.in = mem_alloc(((size_t)code->nblocks + 1) * sizeof *f.in);
  for (uint32_t i = 0; i < code->nins; i++) f.at[i] = UNREACHED;
  for (uint32_t b = 0; b < code->nblocks; b++) f.in[b] = UNREACHED;
  vec_push(
      &x->contexts,
      ((struct analysed){.function = function, .entry = entry, .out = entry, .at = f.at, .next = x->newest[function]}));
  x->newest[function] = id;
  bool atomic = code->flags & IR_FN_ATOMIC;
  lock inside = atomic ? lock_of(atomic_term(l), false) : 0;
  enter(&f, code->first_block, atomic ? sets_with(&l->sets, entry, inside) : entry);
  while (f.todo.count) {
    uint32_t block = vec_pop(&f.todo);
    run_block(&f, block);
  }
  if (atomic && f.out != UNREACHED && !sets_has(&l->sets, entry, inside))
    f.out = release(l, side, f.out, lock_term(inside));
  x->contexts.data[id].out = f.out;
  vec_free(&f.todo);
  free(f.in);
  return id;
}
