/* Ad-hoc synchronisation: a loop that waits until another thread sets a flag.

   A flag is a shared place that a branch out of a loop compares in every round, at an address that the loop does not
   change and without the loop writing it (an attempt to take it, as a spin lock makes, may) and without counting; a
   loop with a proper wait in it is no such loop. If the loop or somebody who writes the flag is affected, so is the
   order of what comes behind the loop, and of what comes before the flag is written. */

#include "augment/pairs_inside.h"

struct search {
  struct marked *m;
  const struct accesses *a;
  bool *in_loop;          /* per block: of the loop that is looked at */
  bool *scratch;          /* per block */
  numbers loop;           /* its blocks */
  struct map open;        /* registers that are being followed: one that leads back to itself counts */
  numbers flags;          /* instructions that read the flags of this loop */
  numbers setters;        /* instructions that write them */
  numbers behind, before; /* of all affected loops: what follows them, who writes their flags */
};

/* ---- the loop of a branch ---- */

static void collect(const struct search *x, uint32_t block, const numbers *next(const struct reach *, uint32_t),
                    bool *found, numbers *all) {
  numbers todo = {0};
  vec_push(&todo, block);
  while (todo.count) {
    const numbers *edges = next(x->m->reach, vec_pop(&todo));
    for (uint32_t i = 0; i < edges->count; i++) {
      if (found[edges->data[i]]) continue;
      found[edges->data[i]] = true;
      vec_push(all, edges->data[i]);
      vec_push(&todo, edges->data[i]);
    }
  }
  vec_free(&todo);
}

/* The blocks that lead to this one and that it leads to. */
static void find_loop(struct search *x, uint32_t block) {
  numbers ahead = {0}, behind = {0};
  for (uint32_t i = 0; i < x->loop.count; i++) x->in_loop[x->loop.data[i]] = false;
  x->loop.count = 0;
  collect(x, block, reach_successors, x->scratch, &ahead);
  collect(x, block, reach_predecessors, x->in_loop, &behind);
  for (uint32_t i = 0; i < behind.count; i++) {
    if (x->scratch[behind.data[i]]) vec_push(&x->loop, behind.data[i]);
    else x->in_loop[behind.data[i]] = false;
  }
  for (uint32_t i = 0; i < ahead.count; i++) x->scratch[ahead.data[i]] = false;
  vec_free(&ahead);
  vec_free(&behind);
}

static bool has_wait(const struct search *x) {
  for (uint32_t k = 0; k < x->loop.count; k++) {
    const struct ir_block *b = &x->m->p->blocks[x->loop.data[k]];
    for (uint32_t i = b->first; i < b->first + b->count; i++)
      if (waits_of(x->m->p, i) & THREAD_WAITS) return true;
  }
  return false;
}

/* ---- what its branch compares ---- */

static uint32_t first_read(const struct search *x, uint32_t ins) {
  uint32_t low = 0, high = x->a->reads.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (x->a->reads.data[middle].ins < ins) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool reads_shared(const struct search *x, uint32_t ins) {
  uint32_t at = first_read(x, ins);
  return at < x->a->reads.count && x->a->reads.data[at].ins == ins;
}

static bool is_attempt(const struct ir_ins *ins) { return ir_op_updates(ins->op); }

/* The loads of shared memory in a function that the condition asks: "is it ready?" It must do nothing else. */
static bool add_asked(struct search *x, uint32_t call) {
  const struct ir_program *p = x->m->p;
  const uint32_t *callees;
  uint32_t count = static_callees(x->m->s, call, &callees);
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_function *f = &p->functions[callees[k]];
    if (f->flags & IR_FN_LIBRARY || !f->nins) return false;
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      if (p->ins[i].op == IR_STORE || ir_ops[p->ins[i].op].class == IR_CLASS_CALL) return false;
      if (p->ins[i].op == IR_LOAD && reads_shared(x, i)) vec_push(&x->flags, i);
    }
  }
  return count > 0;
}

static bool follow(struct search *x, uint32_t function, ir_value v, bool flags);

/* An instruction of the loop that makes a value: false if it is another one each round, by the loop's own doing. With
   `flags` what is read from shared memory is a flag; without it an address is followed, and memory stays the same. */
static bool follow_ins(struct search *x, uint32_t function, uint32_t i, bool flags) {
  const struct ir_ins *ins = &x->m->p->ins[i];
  const char *shape = ir_ops[ins->op].shape + 2;
  if (ins->op == IR_LOAD || (flags && is_attempt(ins))) {
    if (!follow(x, function, ins->a, false)) return false;
    if (flags && reads_shared(x, i)) vec_push(&x->flags, i);
    return true;
  }
  if (ins->op == IR_CALL) return flags && add_asked(x, i);
  if (ir_ops[ins->op].class != IR_CLASS_PURE) return false;
  return (shape[0] != 'v' || follow(x, function, ins->a, flags)) &&
         (shape[1] != 'v' || follow(x, function, ins->b, flags)) &&
         (shape[2] != 'v' || follow(x, function, ins->c, flags));
}

static bool follow(struct search *x, uint32_t function, ir_value v, bool flags) {
  uint32_t reg = x->m->p->functions[function].first_reg + (uint32_t)v, busy;
  if (ir_is_const(v)) return true;
  if (map_get(&x->open, reg, &busy) && busy) return busy != 1;
  map_put(&x->open, reg, 1);
  for (uint32_t i = 0; i < x->m->definitions[reg].count; i++) {
    uint32_t at = x->m->definitions[reg].data[i];
    if (x->in_loop[static_block_of(x->m->s, at)] && !follow_ins(x, function, at, flags)) return false;
  }
  map_put(&x->open, reg, flags ? 2 : 0); /* an address may also be a condition */
  return true;
}

/* ---- who writes the flags ---- */

static bool overlaps_flag(const struct search *x, uint32_t cell) {
  for (uint32_t k = 0; k < x->flags.count; k++)
    for (uint32_t i = first_read(x, x->flags.data[k]); i < x->a->reads.count; i++) {
      if (x->a->reads.data[i].ins != x->flags.data[k]) break;
      if (static_locations_overlap(&x->a->cells.data[x->a->reads.data[i].cell], &x->a->cells.data[cell])) return true;
    }
  return false;
}

/* What the loop executes, in functions that it calls too. */
static void mark_executed(struct search *x, uint8_t *executed) {
  for (uint32_t k = 0; k < x->loop.count; k++) {
    const struct ir_block *b = &x->m->p->blocks[x->loop.data[k]];
    for (uint32_t i = b->first; i < b->first + b->count; i++) {
      const uint32_t *callees;
      executed[i] = 1;
      if (ir_ops[x->m->p->ins[i].op].class != IR_CLASS_CALL || waits_of(x->m->p, i) & THREAD_CREATES) continue;
      uint32_t count = static_callees(x->m->s, i, &callees);
      for (uint32_t c = 0; c < count; c++) reach_function(x->m->reach, callees[c], executed, 1);
    }
  }
}

/* False if the loop writes its flag itself: then it does not wait, it works. */
static bool find_setters(struct search *x) {
  uint8_t *executed = mem_zalloc(x->m->p->nins + 1);
  bool works = false;
  mark_executed(x, executed);
  x->setters.count = 0;
  for (uint32_t i = 0; i < x->a->writes.count && !works; i++) {
    struct access w = x->a->writes.data[i];
    if (!overlaps_flag(x, w.cell)) continue;
    if (executed[w.ins]) works = !is_attempt(&x->m->p->ins[w.ins]);
    else if (static_in_parallel(x->m->s, w.ins, x->flags.data[0])) vec_push(&x->setters, w.ins);
  }
  free(executed);
  return !works && x->setters.count;
}

static bool is_affected(const struct search *x, uint32_t branch) {
  const struct static_set *forward = x->m->forward;
  bool found = static_set_has(forward, branch);
  for (uint32_t i = 0; i < x->flags.count; i++) found |= static_set_has(forward, x->flags.data[i]);
  for (uint32_t i = 0; i < x->setters.count; i++) found |= static_set_has(forward, x->setters.data[i]);
  return found;
}

/* ---- all loops ---- */

static void look_at(struct search *x, uint32_t function, uint32_t branch) {
  const struct marked *m = x->m;
  uint32_t block = static_block_of(m->s, branch);
  find_loop(x, block);
  x->flags.count = 0;
  map_free(&x->open);
  if (!x->in_loop[block] || has_wait(x) || !follow(x, function, m->p->ins[branch].a, true) || !x->flags.count) return;
  if (!find_setters(x) || !is_affected(x, branch)) return;
  const numbers *next = reach_successors(m->reach, block);
  for (uint32_t i = 0; i < next->count; i++)
    if (!x->in_loop[next->data[i]]) vec_push(&x->behind, m->p->blocks[next->data[i]].first);
  for (uint32_t i = 0; i < x->setters.count; i++) vec_push(&x->before, x->setters.data[i]);
  for (uint32_t i = 0; i < x->flags.count; i++) m->marks[x->flags.data[i]] |= PAIR_FLAG;
  for (uint32_t i = 0; i < x->setters.count; i++) m->marks[x->setters.data[i]] |= PAIR_FLAG;
}

void flags_mark(struct marked *m, const struct accesses *a) {
  const struct ir_program *p = m->p;
  struct search x = {.m = m, .a = a};
  x.in_loop = mem_zalloc(p->nblocks + 1);
  x.scratch = mem_zalloc(p->nblocks + 1);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
      if (p->ins[i].op == IR_CBR && static_is_live(m->s, i) && static_roles(m->s, i) & STATIC_BLOCKS) look_at(&x, f, i);
  }
  if (x.behind.count) reach_from(m->reach, &x.behind, m->marks, PAIR_FLAG);
  if (x.before.count) reach_before(m->reach, &x.before, m->marks, PAIR_FLAG);
  free(x.in_loop);
  free(x.scratch);
  map_free(&x.open);
  vec_free(&x.loop);
  vec_free(&x.flags);
  vec_free(&x.setters);
  vec_free(&x.behind);
  vec_free(&x.before);
}
