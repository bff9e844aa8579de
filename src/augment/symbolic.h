/* One run with symbolic inputs, along the path of a test. What is read from shared memory is a new variable each
   time (WATCH_VALUES), so that path conditions say what each thread would have needed to see, whoever wrote it.

   The run is kept as nodes: a step of a thread with everything that it did until its next one; the first node of a
   thread is what it does before its first step. */
#ifndef HEDDLE_AUGMENT_SYMBOLIC_H
#define HEDDLE_AUGMENT_SYMBOLIC_H
#include "explore/explore.h"
#include "explore/follow.h"

struct symbolic_node {
  uint32_t thread;
  bool birth;      /* no step: the beginning of the thread */
  uint32_t before; /* the thread's node before; of a birth: the node in which it was created; IR_NONE: nothing is */
  struct vm_op op; /* of a step */
  VEC(sym_id) conditions; /* in the order in which they were taken */
  VEC(uint32_t) accesses; /* that are visible */
};

/* A branch on something symbolic. */
struct symbolic_branch {
  uint32_t node, condition; /* the first one of its conditions there */
  uint32_t ins, taken;      /* the branch; the block it went to */
  uint64_t path;            /* hash of the branches of its thread so far, this one included */
};

struct symbolic {
  struct explore_goal goal;
  struct machine machine;          /* its solver only follows the test */
  VEC(struct symbolic_node) nodes; /* in the order of the run */
  VEC(struct symbolic_branch) branches;
  VEC(struct vm_access) accesses;
  struct smt *questions; /* about the run; NULL: there was none. Starting a solver takes longer than most answers */
};

/* False: the run is too long, or something in it is not supported. symbolic_close is needed either way. */
bool symbolic_open(struct symbolic *s, const struct ir_program *program, const struct explore_options *options,
                   const struct ktest *test, uint32_t most_nodes, double deadline);
void symbolic_close(struct symbolic *s);
#endif
