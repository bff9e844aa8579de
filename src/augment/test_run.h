/* Runs of the new version with the inputs of one test, under a schedule that is exact, constrained, or random. A
   run stops at its first failure. What it met is in `coverage`, what it did in `session.machine.steps`; any run can be
   made a test. */
#ifndef HEDDLE_AUGMENT_TEST_RUN_H
#define HEDDLE_AUGMENT_TEST_RUN_H
#include "augment/coverage.h"
#include "explain/session.h"

/* Random numbers: the same seed gives the same runs. */
struct chance {
  uint64_t state;
};
uint64_t chance_next(struct chance *c);
uint32_t chance_below(struct chance *c, uint32_t limit);

enum test_run_end {
  TEST_RUN_OK,       /* the program ended */
  TEST_RUN_FAILED,   /* a failure, or all wait for ever */
  TEST_RUN_GIVEN_UP, /* too long, out of time, not supported; or the schedule does not fit */
};

/* What a thread is to do next: go on until it has made this operation. A constraint that cannot be met is passed
   over. */
struct schedule_constraint {
  char thread[120], woken[120]; /* woken: by a signal; "" if nobody */
  uint32_t ins;                 /* IR_NONE: whatever comes next */
  bool patient;                 /* while the thread has to wait the others go on, one step each */
};
typedef VEC(struct schedule_constraint) schedule_constraints;

struct test_run {
  struct session session;
  struct coverage *coverage;
  struct session_watch watch;
  struct session_chooser dice, granter;
  struct chance *chance;
  uint32_t stay;            /* of 256: how often the running thread stays */
  VEC(uint32_t) priorities; /* by thread, highest goes first */
  VEC(uint32_t) changes;    /* steps at which the running thread gets the lowest one; empty: no priorities */
  uint32_t lowest;
  const schedule_constraints *constraints;
  uint32_t constraint, missed; /* the current one; steps that did not fulfil it */
  VEC(uint32_t) reached;       /* per step of the last run: accesses when it was over (pairs only) */
  uint32_t prefix;             /* accesses before the first step */
  enum test_run_end end;       /* of the last run */
  bool threads;                /* there is a choice of threads at all */
};

/* The test must outlive it. `deadline`: of the monotonic clock, 0: none. False: the inputs do not fit the program
   (session.inputs.why). Where the test may grow, inputs that it does not have are added to it, as zeros. No coverage
   (NULL): nobody asks what runs meet. */
bool test_run_open(struct test_run *r, const struct ir_program *program, const struct explore_options *options,
                   struct ktest *test, bool grows, struct coverage *coverage, double deadline);
void test_run_close(struct test_run *r);

/* Each is one run from the beginning. The exact one is TEST_RUN_GIVEN_UP where the steps do not fit; where constraints
   end the running thread goes on as long as it can. */
enum test_run_end test_run_random(struct test_run *r, struct chance *chance);
enum test_run_end test_run_exact(struct test_run *r, const schedule_steps *steps);
enum test_run_end test_run_constrained(struct test_run *r, const schedule_constraints *list);
/* The order of a test's schedule. `ins`: per instruction of the version it was made for, the same one of this;
   NULL: the same version. */
void schedule_constraints_of_test(const struct ktest *test, const uint32_t *ins, uint32_t nins,
                                  schedule_constraints *list);
/* Step i of a run. */
struct schedule_constraint schedule_constraint_of_step(const struct vm *vm, const struct schedule_done *step);

/* The last run as a test, in memory: inputs and schedule. Freed with ktest_free. */
void test_run_as_test(struct test_run *r, struct ktest *test);
#endif
