/* Which accesses a change affects, and why: the slice of the change and everything that orders accesses.

   Input: a change and its impact. Output: a byte of reasons per instruction of the new version. */
#include "augment/pairs_inside.h"

void marks_find(struct marks *m, const struct change *change, const struct impact *impact) {
  const struct ir_program *p = change->new.program;
  m->of = mem_zalloc(p->nins + 1);
  if (change->nothing) return;
  for (uint32_t i = 0; i < p->nins; i++)
    if (static_set_has(&impact->forward, i)) m->of[i] |= PAIR_SLICE;
}

void marks_free(struct marks *m) { free(m->of); }
