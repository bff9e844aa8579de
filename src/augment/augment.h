/* Extending a suite until every target is decided, as far as the time allows. In this order, each step for what is
   still open:
     1. the existing tests with their own schedules
     2. other orders of their runs (reorder.h), inputs solved for (solve.h): what is likely and cheap
     3. failures are looked for everywhere: a test that meets a pair need not be the one that shows what is wrong with
   it
     4. exhaustive exploration (exhaust.h): met, or proved infeasible
   While 3 and 4 go on, more of 2 and random schedules have their turns (directed.h).
   A test is written only if its run, executed and replayed, meets a target that no test met before,
   or fails at a new place. Of each failure is told at the end whether the old version has it, too (classify_old.h).

   Everything is kept in the output directory: one that is stopped, however it is, goes on there when it is started
   again with the same programs and options. */
#ifndef HEDDLE_AUGMENT_AUGMENT_H
#define HEDDLE_AUGMENT_AUGMENT_H
#include "augment/classify_old.h"
#include "augment/targets.h"
#include "change/change.h"
#include "explore/explore.h"
#include "store/store.h"
#include "suite/folder.h"

enum augment_order { ORDER_BFS, ORDER_RANDOM };

struct augment_request {
  const struct ir_program *program; /* the new version */
  const struct statics *statics;    /* of it */
  const struct change *change;      /* NULL: there is one version */
  const struct explore_options
      *options;            /* checks, inputs; the time limit is for all of it; tests go to out_dir with program_text */
  struct targets *targets; /* all open; decided here */
  const struct suite *suite;
  const char *suite_dir;
  struct store_key key; /* of programs and options: what was kept under another one is not used */
  uint64_t seed;
  uint32_t random; /* random schedules for each test */
  enum augment_order order;
  bool reuse;          /* new tests are seeds for more */
  bool only_random;    /* existing tests and random schedules alone */
  bool only_targets;   /* failures are not looked for elsewhere */
  bool restart;        /* what an earlier call has left is not used */
  struct store *store; /* what is known about the old version; NULL: nothing */
  const struct explore_hooks *hooks;
  void (*say)(void *context, const char *text); /* what is done now; may be NULL */
  void *context;
};

struct augment_retired {
  const char *test, *why; /* texts of the result's memory */
};

/* A test that was written in this call. */
struct augment_added {
  const char *test;  /* the name of its file, in the result's memory */
  bool known_inputs; /* a test of the suite has them: only the schedule is new */
};

/* What a step did. */
struct augment_step {
  uint64_t runs, covered;
  double seconds;
};

struct augment {
  struct result result;        /* failures, with their tests; tests_new, tests_reused: kept */
  VEC(struct result *) parts;  /* of the texts of its failures and warnings */
  enum augment_in_old *in_old; /* of each failure; NULL: there is one version, or nothing failed */
  struct smt_stats solver;
  VEC(struct augment_retired) retired;
  VEC(struct augment_added) added;
  struct augment_step steps[MEANS_COUNT]; /* by enum target_means */
  uint64_t infeasible;                    /* proved in this call */
  bool resumed;                           /* something was kept from a call before */
  bool finished;     /* nothing is left to do: every target is decided, or exploration ended without that */
  bool all_failures; /* they were looked for everywhere, to the end */
  double failures_seconds;
  const char *stopped; /* why it ended early; NULL: it did not */
};

void augment_run(const struct augment_request *request, struct augment *augment);
void augment_free(struct augment *augment);
#endif
