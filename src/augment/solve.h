/* Inputs and schedule solved for together. A test is executed once with symbolic inputs and a new variable for
   everything that is read from shared memory; what the run did becomes one question: path conditions over these
   variables, an order of its steps that program order, locks, creation, joins and wakings allow, and for each read
   the write that it sees. An answer is a new input with a schedule; whether it does what it is for is decided by
   running it.

   For a target whose ends both happened the question is whether the read can see the write; where an end did not
   happen, a branch on the way to it is to go the other way, and the new run is the next one to be looked at. */
#ifndef HEDDLE_AUGMENT_SOLVE_H
#define HEDDLE_AUGMENT_SOLVE_H
#include "augment/targets.h"
#include "explore/explore.h"
#include "util/map.h"

/* What is known from one test to the next. */
struct solve_memory {
  struct map asked;       /* questions, by what they are about */
  struct map seen;        /* runs, by inputs and schedule */
  struct map reach;       /* instruction -> place in `reaches` */
  VEC(uint8_t *) reaches; /* per instruction: from there that one can be reached */
};
void solve_memory_free(struct solve_memory *memory);

struct solve_request {
  const struct ir_program *program;
  const struct statics *statics;
  const struct explore_options *options;
  const struct targets *targets;
  const uint32_t *order; /* of targets */
  uint32_t norder;
  const double *deadline; /* of the monotonic clock; may move whenever something was solved */
  const struct ktest *seed;
  struct solve_memory *memory;
  void *context;
  bool (*solved)(void *context, struct ktest *test); /* a candidate, replaced by what its run
                                                        really did; true: enough */
};
void solve_run(const struct solve_request *request, struct smt_stats *stats);
#endif
