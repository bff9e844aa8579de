/* Which accesses a change affects, and why: the slice of the change, and everything that orders accesses.

   Input: a change and its impact. Output: a byte of reasons per instruction of the new version. What was deleted is followed in the old version;
   an instruction takes the reasons of its partner over. */
#include "augment/locksets.h"
#include "augment/pairs_inside.h"

bool marked_is_changed(const struct marked *m, uint32_t ins) {
  const uint32_t *deciders;
  if (!static_is_live(m->s, ins)) return false;
  if (m->c->status[ins] != CHANGE_SAME) return true;
  uint32_t count = static_control(m->s, ins, &deciders);
  for (uint32_t i = 0; i < count; i++)
    if (ir_ops[m->p->ins[deciders[i]].op].class == IR_CLASS_FLOW && static_set_has(m->forward, deciders[i])) return true;
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
  struct marked m = {.p = c->program, .s = s, .c = c, .forward = forward, .marks = marks};
  m.reach = reach_open(m.p, s);
  accesses_find(&accesses, m.p, s);
  waits_mark(&m);
  flags_mark(&m, &accesses);
  accesses_free(&accesses);
  reach_close(m.reach);
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
