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

/* A run to be looked at. */
struct solve_start {
  struct ktest *test;
  uint32_t family; /* the seed that it comes from */
};

/* What is known from one test to the next, and where the work stands: it can be laid aside and taken up again. */
struct solve_memory {
  struct map asked;       /* questions, by what they are about -> the effort after which nobody knew, or ANSWERED */
  struct map seen;        /* runs, by inputs and schedule */
  struct map reach;       /* instruction -> place in `reaches` */
  VEC(uint8_t *) reaches; /* per instruction: from there that one can be reached */
  VEC(struct solve_start) queue; /* seeds, and the runs that came out of answers */
  VEC(uint32_t) families;        /* per seed: runs in the queue */
  uint32_t next;                 /* of the queue */
  bool unanswered;               /* since the beginning of the queue: more effort could answer a question */
};
void solve_memory_free(struct solve_memory *memory);
void solve_add_seed(struct solve_memory *memory, const struct ktest *seed); /* the test is copied */

struct solve_request {
  const struct ir_program *program;
  const struct statics *statics;
  const struct explore_options *options;
  const struct targets *targets;
  const uint32_t *order; /* of targets */
  uint32_t norder;
  double deadline;       /* of the monotonic clock; 0: none */
  unsigned effort;       /* for one question (smt_check_within) */
  const uint8_t *wanted; /* per target: it is worth a question; NULL: each is */
  bool quick;            /* only other inputs for a run in its order, for ends that did not happen: that is cheap */
  uint32_t misses;       /* so many questions in a row that cover nothing are enough; 0: any number */
  struct solve_memory *memory;
  void *context;
  bool (*solved)(void *context, struct ktest *test); /* a candidate, replaced by what its run
                                                        really did; true: enough */
};
/* Goes on with the queue. True: it is through. */
bool solve_run(const struct solve_request *request, struct smt_stats *stats);
#endif
