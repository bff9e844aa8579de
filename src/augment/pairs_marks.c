/* Which accesses a change affects, and why: the slice of the change, and everything that orders accesses.

   Input: a change and its impact. Output: a byte of reasons per instruction of the new version. What was deleted is
   followed in the old version; an instruction takes the reasons of its match over. */
#include "augment/locksets.h"
#include "augment/pairs_inside.h"

static void find_definitions(struct marked *m) {
  const struct ir_program *p = m->p;
  m->definitions = mem_zalloc((p->nregs + 1) * sizeof *m->definitions);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
      for (uint32_t k = 0; k < ir_result_count(&p->ins[i]); k++)
        vec_push(&m->definitions[function->first_reg + p->ins[i].dst + k], i);
  }
}

/* Is a value computed by something that changed, within so many steps of its function? */
static bool is_new_value(const struct marked *m, uint32_t first_reg, ir_value v, unsigned steps) {
  if (ir_is_const(v) || !steps) return false;
  const numbers *all = &m->definitions[first_reg + (uint32_t)v];
  for (uint32_t i = 0; i < all->count; i++) {
    const struct ir_ins *ins = &m->p->ins[all->data[i]];
    const char *shape = ir_ops[ins->op].shape + 2;
    if (m->c->status[all->data[i]] != CHANGE_SAME) return true;
    if (shape[0] == 'v' && is_new_value(m, first_reg, ins->a, steps - 1)) return true;
    if (shape[1] == 'v' && is_new_value(m, first_reg, ins->b, steps - 1)) return true;
  }
  return false;
}

static bool is_new_branch(const struct marked *m, uint32_t ins) {
  enum { STEPS = 5 };
  const struct ir_ins *branch = &m->p->ins[ins];
  return m->c->status[ins] != CHANGE_SAME || is_new_value(m, ir_function_of(m->p, ins)->first_reg, branch->a, STEPS);
}

/* Does only one way out of the branch lead to the instruction? That a wait in between may never end is not counted. */
static bool decides(const struct marked *m, uint32_t branch, uint32_t ins) {
  const numbers *next = reach_successors(m->reach, static_block_of(m->s, branch));
  for (uint32_t i = 0; i < next->count; i++)
    if (reach_predecessors(m->reach, next->data[i])->count == 1 &&
        static_dominates(m->s, m->p->blocks[next->data[i]].first, ins))
      return true;
  return false;
}

bool marked_is_changed(const struct marked *m, uint32_t ins) {
  const struct ir_function *f = ir_function_of(m->p, ins);
  if (!static_is_live(m->s, ins)) return false;
  if (m->c->status[ins] != CHANGE_SAME) return true;
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    bool branch = m->p->ins[i].op == IR_CBR || m->p->ins[i].op == IR_SWITCH;
    if (branch && static_is_live(m->s, i) && is_new_branch(m, i) && decides(m, i, ins)) return true;
  }
  return false;
}

static void mark_locks(uint8_t *marks, const struct change *change, const struct impact *impact) {
  struct locksets *l = locksets_open(change, impact->old_statics, impact->new_statics);
  for (uint32_t i = 0; i < change->new.program->nins; i++)
    if (locksets_differ(l, i)) marks[i] |= PAIR_LOCKS;
  locksets_close(l);
}

static void mark_order(uint8_t *marks, const struct change_side *c, const struct statics *s,
                       const struct static_set *forward) {
  struct accesses accesses;
  struct marked m = {.p = c->program, .s = s, .c = c, .forward = forward};
  m.marks = marks;
  m.reach = reach_open(m.p, s);
  find_definitions(&m);
  accesses_find(&accesses, m.p, s);
  waits_mark(&m);
  flags_mark(&m, &accesses);
  accesses_free(&accesses);
  reach_close(m.reach);
  for (uint64_t i = 0; i < m.p->nregs; i++) vec_free(&m.definitions[i]);
  free(m.definitions);
}

uint8_t *marks_find(const struct change *change, const struct impact *impact) {
  const struct ir_program *new = change->new.program, *old = change->old.program;
  uint8_t *marks = mem_zalloc(new->nins + 1), *before = mem_zalloc(old->nins + 1);
  mark_order(before, &change->old, impact->old_statics, &impact->forward_old);
  mark_order(marks, &change->new, impact->new_statics, &impact->forward);
  for (uint32_t i = 0; i < old->nins; i++)
    if (change->old.ins[i] != IR_NONE) marks[change->old.ins[i]] |= before[i];
  mark_locks(marks, change, impact);
  for (uint32_t i = 0; i < new->nins; i++)
    if (static_set_has(&impact->forward, i)) marks[i] |= PAIR_SLICE;
  free(before);
  return marks;
}
