/* Exhaustive exploration for the targets that are still open: each is met by some run, or by none at all.
   Directed: what has no influence on the ends of open targets is neither interleaved nor branched on, and a run
   that can come to none of them any more is dropped. */
#ifndef HEDDLE_AUGMENT_EXHAUST_H
#define HEDDLE_AUGMENT_EXHAUST_H
#include "augment/targets.h"
#include "explore/explore.h"

struct exhaust_request {
  const struct ir_program *program;
  const struct statics *statics;         /* of it; NULL: none are known */
  const struct explore_options *options; /* checks, inputs, limits */
  const struct targets *targets;
  bool whole;                        /* everything is explored, nothing is left out for lack of influence */
  const struct explore_hooks *hooks; /* progress; may be NULL */
  void *context;
  /* A run that meets open targets. True: nothing more is wanted. The test is the callee's. */
  bool (*met)(void *context, struct ktest *test);
};

struct exhaust {
  uint8_t *met;         /* per target: how many runs of this exploration have met it while it was open, up to a limit */
  bool complete;        /* every run was explored: an open target that was not met is infeasible */
  struct result result; /* freed by the caller; failures have their inputs and schedules */
  struct smt_stats solver;
};
void exhaust_run(const struct exhaust_request *request, struct exhaust *exhaust);
void exhaust_free(struct exhaust *exhaust);
#endif
