/* Two runs of one test, one of each version, laid side by side. */
#ifndef HEDDLE_EXPLAIN_SIDE_BY_SIDE_H
#define HEDDLE_EXPLAIN_SIDE_BY_SIDE_H
#include "change/change.h"
#include "explain/run_steps.h"

enum side_by_side_status {
  SIDE_EQUAL,   /* the old version does the same there */
  SIDE_DIFFERS, /* it does it with another value */
  SIDE_ALONE,   /* it does not do that */
  SIDE_BEHIND,  /* its run was over: it waits, or cannot follow the schedule */
};

struct side_by_side {
  const struct change *change;
  const struct run_steps *old, *new;
  uint8_t *status;   /* per step of the new version */
  uint32_t *match;   /* per step of the new version: that of the old one; IR_NONE: none */
  uint32_t *deleted; /* per step of the new version: instruction of the old one that its thread alone executed last
                        before; IR_NONE: none */
};

void side_by_side_open(struct side_by_side *x, const struct change *change, const struct run_steps *old,
                       const struct run_steps *new);
void side_by_side_free(struct side_by_side *x);
#endif
