/* The one driver of the machine. It opens expressions, solver, events and machine, and takes runs to their ends.

   What a driver wants is its policy: who goes next, where inputs come from, what becomes of failures. Everything else
   that the machine tells or asks has its answer here. Whoever follows a test, repeats a run or searches is a policy. */
#ifndef HEDDLE_EXPLORE_MACHINE_H
#define HEDDLE_EXPLORE_MACHINE_H
#include "dpor/dpor.h"
#include "explore/inputs.h"
#include "explore/schedule.h"
#include "smt/smt.h"
#include "vm/vm.h"

struct recorder; /* explore/recorder.h */

/* What happens where the machine yields. */
enum machine_next {
  MACHINE_RUNS,      /* a thread was chosen: it goes on */
  MACHINE_EXITS,     /* the program ends: nobody has anything left to do */
  MACHINE_DEADLOCKS, /* somebody waits, nobody can go on */
  MACHINE_STOPS,     /* the run is over here, see machine_stop */
};

/* All but `next` and `poll` may be NULL. */
struct machine_policy {
  void *context;
  enum machine_next (*next)(void *context);       /* the machine has yielded: who goes on? */
  void (*taking)(void *context, uint32_t thread); /* the thread's operation is about to happen (machine_take) */
  void (*ran)(void *context, uint32_t thread);    /* the thread ran, and stopped again */
  bool (*poll)(void *context);                    /* true: there is no more time */
  struct inputs *inputs;                          /* inputs have the values of this test */
  /* or: the bytes of the next input of this name. Without either they are symbolic. */
  const uint8_t *(*input)(void *context, const char *name, uint32_t size, enum sym_input_kind kind);
  struct recorder *recorder; /* gets what the run shows; else the next two do */
  /* identity: what tells apart failures of one kind at one place (a leak's message, who waits in a deadlock) */
  void (*failure)(void *context, enum failure_kind kind, const char *identity);
  void (*incomplete)(void *context);
  struct vm_search search; /* of a search over many paths; else empty */
  struct smt_options solver;
  bool proves_nothing; /* what a run leaves out needs no reason: others look for it */
  bool naive;          /* events: as dpor_open has it */
  bool lists_steps;    /* events: only a list of steps, which knows no races */
};

/* An atomic section touches more than its operation says. */
struct machine_touch {
  uint32_t step;
  struct vm_range range;
};

struct machine {
  struct machine_policy policy;
  struct sym *sym;
  struct smt *smt;
  struct dpor *dpor;                 /* the events; NULL: they are in `steps` */
  struct vm *vm;                     /* NULL before machine_start */
  schedule_taken steps;              /* of the run, if they are listed */
  VEC(struct machine_touch) touches; /* the same */
  enum vm_end end;                   /* see machine_stop */
};

/* Expressions, solver and events; then, when the policy has prepared them, the machine itself. */
void machine_open(struct machine *m, const struct machine_policy *policy);
void machine_start(struct machine *m, const struct ir_program *program, const struct explore_config *config,
                   const struct explore_goal *goal);
void machine_close(struct machine *m);

enum vm_end machine_run(struct machine *m);     /* to the end of the run */
enum vm_end machine_go_on(struct machine *m);   /* the same from a state in which the machine has yielded */
enum vm_end machine_run_one(struct machine *m); /* only the running thread, until it yields */

/* For policies: how a run goes on. */
void machine_take(struct machine *m, uint32_t thread, uint32_t woken); /* its operation happens; woken: by its signal,
                                                                          IR_NONE: the first that waits */
uint32_t machine_anybody(const struct machine *m, uint32_t from); /* the first from that number on, in turn, that can do
                                                                     something others see; IR_NONE: nobody */
enum machine_next machine_nobody(const struct machine *m); /* nobody can: the program exits, or it is a deadlock */
enum machine_next machine_stop(struct machine *m, enum vm_end end);
#endif
