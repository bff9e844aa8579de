/* Which accesses a change affects, and why: the slice of the change and everything that orders accesses.

   Input: a change and its impact. Output: a byte of reasons per instruction of the new version. */
#include "augment/locksets.h"
#include "augment/pairs_inside.h"

/* A call of the library whose locks differ is one, whatever it accesses. */
static void mark_locks(struct marks *m, const struct change *change, const struct impact *impact) {
  struct locksets *l = locksets_open(change, impact->old_statics, impact->new_statics);
  for (uint32_t i = 0; i < change->new.program->nins; i++)
    if (locksets_differ(l, i)) m->of[i] |= PAIR_LOCKS;
  locksets_close(l);
}

void marks_find(struct marks *m, const struct change *change, const struct impact *impact) {
  const struct ir_program *p = change->new.program;
  m->of = mem_zalloc(p->nins + 1);
  if (change->nothing) return;
  for (uint32_t i = 0; i < p->nins; i++)
    if (static_set_has(&impact->forward, i)) m->of[i] |= PAIR_SLICE;
  mark_locks(m, change, impact);
}

void marks_free(struct marks *m) { free(m->of); }
