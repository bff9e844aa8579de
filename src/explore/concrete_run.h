/* Concrete re-execution. A run in which irrelevant decisions were taken (vm_irrelevant_conditions) agrees with
   the program on everything that matters, but not on what has no influence. Here the program is executed once more with
   fixed inputs and the same order of what matters, to see that it does the same and to get a schedule that replays step
   by step. */
#ifndef HEDDLE_EXPLORE_CONCRETE_RUN_H
#define HEDDLE_EXPLORE_CONCRETE_RUN_H
#include "dpor/dpor.h"
#include "base/options.h"
#include "suite/ktest.h"
#include "sym/sym.h"
#include "util/vec.h"
#include "vm/vm.h"

/* What the run must show. */
struct concrete_run_goal {
  bool failure; /* else: that it ends without one */
  enum failure_kind kind;
  uint32_t ins;        /* as vm_failing_ins has it */
  const char *message; /* of a leak: which one */
  const char *thread;  /* the one that fails */
};

struct concrete_run_input {
  char *name;
  uint8_t *bytes;
  uint32_t size;
  uint32_t base; /* length of the name as the program gave it */
  uint32_t ins;  /* as in struct vm_input */
  enum sym_input_kind kind;
};

struct concrete_run {
  VEC(struct concrete_run_input) inputs; /* in the order in which they were read */
  char *schedule;                        /* as schedule_encode; NULL: there was only one thread */
  uint64_t path;                         /* as vm_path_hash */
};

struct concrete_run_source {
  const struct ir_program *program;
  const struct explore_config *config;
  const struct explore_goal *goal;
  const uint8_t *relevance; /* see vm_set_relevance */
  const struct vm *vm;      /* the run: its inputs and threads */
  const struct dpor *dpor;  /* its steps */
  const uint8_t *model;     /* values of the inputs */
  uint32_t nvars;
  void *context;               /* of poll */
  bool (*poll)(void *context); /* true: there is no more time */
};

/* False: the run does not show it. The caller frees *exact in both cases. */
bool concrete_run_execute(const struct concrete_run_source *source, const struct concrete_run_goal *wanted,
                          struct concrete_run *concrete);
void concrete_run_free(struct concrete_run *concrete);
#endif
