/* Which targets a run meets. For pairs: the last writer of each byte of memory is known, so that every read by
   another thread names a pair; for branches: where each went. Input: what the machine tells of its run
   (vm_accesses, vm_log). Output: targets, in the order in which the run met them.

   The machine may go back between two looks: what was taken back is forgotten. */
#ifndef HEDDLE_AUGMENT_COVERAGE_H
#define HEDDLE_AUGMENT_COVERAGE_H
#include "augment/targets.h"
#include "base/options.h"
#include "vm/vm.h"

struct coverage_hit {
  uint32_t target;
  uint32_t access; /* the read; of a branch: place in the log */
  uint32_t writer; /* the access that wrote what it read */
};

struct coverage;
struct coverage *coverage_open(const struct ir_program *program, const struct targets *targets);
void coverage_close(struct coverage *c);

/* What the machine must be opened with. */
void coverage_prepare(const struct targets *targets, struct explore_goal *goal);
/* Looks at the run as far as it has come. One machine at a time: begin with another one by coverage_restart. */
void coverage_follow(struct coverage *c, struct vm *vm);
void coverage_restart(struct coverage *c);
bool coverage_is_partial(const struct coverage *c, const struct vm *vm); /* the run was too long to see all of it */
/* The targets that the current run has met so far; one may be there more than once. */
const struct coverage_hit *coverage_hits(const struct coverage *c, uint32_t *count);
/* The targets that a read would meet if it came now, of a machine that was followed to where it stands; the same. Pairs
   only. */
const struct coverage_hit *coverage_can_meet(struct coverage *c, const struct vm *vm, const struct vm_access *read,
                                             uint32_t *count);
#endif
