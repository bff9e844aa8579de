/* The exploration of one program version: depth-first over all inputs (and thread interleavings). */
#ifndef HEDDLE_EXPLORE_EXPLORE_H
#define HEDDLE_EXPLORE_EXPLORE_H
#include "base/options.h"
#include "base/result.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "suite/ktest.h"

/* What a person may watch while it runs. */
struct explore_progress {
  uint64_t runs, failures, depth, queries, instructions, memory_kib;
  double seconds;
  const char *phase; /* as in the hooks */
  uint64_t workers, units, states; /* processes at work, 0: there is only one; turns of searches that have ended */
};

struct recorder; /* explore/recorder.h */
struct explore_hooks {
  void *context;
  const char *phase; /* what is explored, for who watches: "OLD", "NEW"; NULL: there is only one */
  /* A run is over, however it ended; the machine still stands there. True: that was enough. May be NULL. */
  bool (*ended)(void *context, struct recorder *recorder);
  void (*progress)(void *context, const struct explore_progress *now); /* about ten times a second; may be NULL */
};

/* Explores; the result is complete in itself (the program may be freed). SIGINT/SIGTERM end it early, with everything
   found so far in the result. */
void explore_run(const struct ir_program *program, const struct explore_options *options,
                 const struct explore_hooks *hooks, struct result *result, struct smt_stats *solver);

struct schedule_match;
/* Follows one test in the interpreter instead of exploring: inputs are fixed, every decision is taken as they say. */
struct explore_replay_request {
  const struct ktest *test;
  /* The failure to be shown: others on the way only stop their threads, as in an exploration. NULL: the first one ends
     it. */
  const char *kind, *file;
  uint32_t line;
  uint32_t site; /* its instruction, if `by_site`: then file and line do not count */
  bool by_site;
  const struct schedule_match
      *match;         /* of another version: what is whose match (explore/follow.h); NULL: nobody knows */
  bool other_version; /* the test was made for another version of the program: its schedule has that one's numbers */
  char *schedule;     /* out, of another version: the schedule in this one's numbers, freed by the caller; NULL: none */
  bool diverged;      /* out: the program asked for an input that the test does not have, or of another size */
  const char *why;    /* out: static text */
  bool loose;         /* out, with a match: another order of the same steps would be as much the test's schedule */
  uint64_t path;      /* out: hash of the decisions taken, as in the object META_PATH of the test */
  uint64_t
      run; /* out: hash of everything that tells runs apart: decisions, order of dependent operations, instructions */
  bool excluded; /* out: an assumption of the program excludes the inputs */
  bool threads;  /* out: there were several */
};
/* The test of a failure, in memory: its inputs and its schedule. Freed with ktest_free. */
void explore_test_of(const struct result_failure *failure, struct ktest *test);
void explore_replay(const struct ir_program *program, const struct explore_options *options,
                    struct explore_replay_request *replay, struct result *result);
#endif
