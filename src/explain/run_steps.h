/* One run of a test, instruction by instruction: what each gives, and what it depends on in that run. */
#ifndef HEDDLE_EXPLAIN_RUN_STEPS_H
#define HEDDLE_EXPLAIN_RUN_STEPS_H
#include "explore/explore.h"
#include "static/static.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"
#include "vm/vm.h"

enum { RUN_DEPENDENCES = 6 };

struct run_step {
  uint32_t ins, thread, depth;
  uint32_t frame;                        /* number of the activation of its function */
  uint32_t data[RUN_DEPENDENCES], ndata; /* the steps that gave what it works on */
  uint32_t control;                      /* the branch that led here, or the call of the function; IR_NONE: none */
  uint64_t value;                        /* its result, what it writes, or what decides where it goes */
  bool known;
  bool stands;      /* it did not happen: the thread stands before it at the end, or fails there */
  const char *text; /* the value as the address of something; NULL: a number */
  const char *name; /* of the memory that it accesses; NULL: none */
};

struct run_frame {
  uint32_t depth, base, number;
  uint32_t call; /* step; IR_NONE: none */
};

struct run_thread {
  const char *name;
  VEC(struct run_frame) frames;
  VEC(uint32_t) cells; /* per register cell: 1 + the step that gave it */
  uint32_t last;       /* step, or IR_NONE */
  bool waits;          /* `pending` was told, and then another thread went on */
  struct vm_step pending;
};

struct run_steps {
  const struct ir_program *program;
  const struct statics *statics;
  struct vm_listener listener;
  VEC(struct run_step) steps;
  VEC(struct run_thread) threads;
  struct map memory;   /* byte -> 1 + the step that wrote it */
  struct map branches; /* activation and branch -> 1 + the step */
  struct map texts;    /* hash of what was named -> index of its text */
  VEC(const char *) names;
  struct arena arena;
  bool open; /* an instruction was told that is not among the steps yet */
  struct vm_step told;
  uint32_t nframes;
  bool lost; /* too many */
};

/* Between the two a run is recorded by whoever hands the listener to the machine. */
void run_steps_open(struct run_steps *r, const struct ir_program *program, const struct statics *statics);
void run_steps_end(struct run_steps *r); /* the run is over */
void run_steps_free(struct run_steps *r);
/* Of the thread with that name, in the user's code: the last one is where it stands. IR_NONE: it has none. */
uint32_t run_steps_last(const struct run_steps *r, const char *thread);
#endif
