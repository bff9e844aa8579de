/* What an exploration is asked to do, in four parts: what the user set, what is looked for, what is reused, where
   output goes. Nobody changes them once an exploration runs; who wants another one fills other parts. The machine sees
   only what the user set. */
#ifndef HEDDLE_BASE_OPTIONS_H
#define HEDDLE_BASE_OPTIONS_H
#include <stdbool.h>
#include <stdint.h>
#include "base/checks.h"

enum explore_strategy { STRATEGY_NAIVE, STRATEGY_DPOR, STRATEGY_GUIDED };
enum explore_tests { TESTS_RUNS, TESTS_FAILURES, TESTS_PATHS, TESTS_NONE };
enum explore_extern { EXTERN_ERROR, EXTERN_INPUT };
/* Is freed memory handed out again? auto: where the program can tell. */
/* What guided cuts a run by: a state that was finished, or a summary (docs/guided.md). */
enum explore_prune { PRUNE_STATES, PRUNE_SUMMARIES, PRUNE_EXACT, PRUNE_CONDITIONS };
enum explore_malloc { MALLOC_AUTO, MALLOC_REUSE, MALLOC_FRESH };

/* What the machine tells of its accesses to memory, for who looks at single runs: see vm_accesses. */
enum explore_watch { WATCH_NOTHING, WATCH_ACCESSES, WATCH_VALUES };

struct static_set; /* static/static.h */
struct statics;
struct suite; /* suite/folder.h */
struct ktest; /* suite/ktest.h */

/* What is known from an earlier exploration of this program, or of an earlier version of it. */
struct explore_known {
  const uint8_t *summaries; /* as in its result */
  uint64_t bytes;
  const uint32_t *
      block; /* per block of that version: the one of this program that does the same, or IR_NONE. NULL: same program */
  uint32_t nblocks;
};

/* The same of finished states. */
struct explore_states {
  const uint8_t *bytes; /* as in its result */
  uint64_t size;
  const uint32_t *block; /* as above */
  uint32_t nblocks;
};

/* Seeded exploration: tests of an earlier version are kept along the paths that they satisfy (explore/seeds.h). */
struct explore_seeds {
  const struct suite *tests;
  uint32_t unit, units; /* only what belongs to unit `unit` of so many is explored; 0 of 1: all */
};

struct explore_record; /* explore/record.h */

struct vm; /* vm/vm.h */
struct vm_access;

/* Who looks at what runs read is asked before one is cut by a summary. The reads lie behind the cut, in some run, and
   see what was written before it; asking costs less the fewer instructions are wanted. */
struct explore_cuts {
  void *context;
  const uint8_t *wanted; /* per instruction: its reads count */
  bool (*may_cut)(void *context, struct vm *vm, const struct vm_access *reads, uint32_t count);
};

/* Of two versions: says the age of a failure by its test, as soon as that is found. While a place is not known to fail
   newly every further run that fails there is judged, too. */
struct result_failure; /* base/result.h */
struct explore_judge {
  void *context;
  void (*judge)(void *context, struct result_failure *failure);
};

/* Of two versions: a run that has not diverged from the old one is a run of that version. It ends where nothing that
   differs can be reached any more; only the stateful search knows. */
struct vm_other; /* vm/vm.h */
struct explore_divergence {
  const struct vm_other *other;
  const struct static_set *entries;   /* where the code differs */
  const struct static_set *influence; /* all of what these do decides about the comparison */
  bool whole;                         /* everything does */
  const struct static_set *sites;     /* a run that can come to one of these goes on, too */
};

/* A file that the program under test finds when it starts. */
struct given_file {
  const char *name; /* as the program calls it */
  const char *path; /* of what it contains; NULL: `bytes` symbolic bytes */
  uint32_t bytes;
};

/* What the user set. The command line fills it. */
struct explore_config {
  uint32_t checks; /* bit 1 << enum explore_check */
  enum explore_strategy strategy;
  enum explore_tests tests;
  enum explore_extern unknown_functions; /* what a call to an unknown external function is */
  /* limits; 0 means none */
  double timeout_seconds;
  uint64_t max_memory_mib;
  uint64_t max_depth; /* decisions on one path */
  uint64_t max_runs;
  uint64_t max_steps;   /* instructions on one path */
  uint32_t unwind;      /* times one path may take the same loop edge on a symbolic condition */
  uint32_t loop_rounds; /* of a loop in one run, then the search deepens (explore/deepen.h); 0: the standard */
  uint32_t first_turn;  /* of a search that takes turns with others: visible operations; 0: the standard */
  uint32_t jobs;        /* processes at the same time; 0 or 1: this one alone */
  double hunt;          /* share of the events that goes to hunting (explore/rounds.c); 0: none */
  bool hunt_only;       /* nothing else */
  uint64_t hunt_seed;
  uint32_t solver_timeout_ms;  /* of one question */
  uint64_t max_summaries;      /* kept at one time */
  uint64_t summary_memory_kib; /* for their conditions */
  uint32_t max_formula;        /* conditions of one; 0: the standard */
  uint64_t max_warnings;       /* explained and told, 0 is none; the others are counted */
  uint64_t max_tests;          /* files; each failure has one all the same. 0: no limit */
  bool stop_at_first_failure;
  const struct accept *accept; /* failures that do not count for that; NULL: none */
  bool validate;               /* answers of the solver are checked again */
  /* inputs and environment of the program */
  bool symbolic_rand;
  bool exact_sizes;   /* every value of a symbolic size or address, however many */
  bool symbolic_time; /* how much time has passed when the clock is read is an input */
  bool malloc_may_fail;
  enum explore_prune prune;
  bool no_exchange;           /* threads that nothing can tell apart are not taken for each other */
  enum explore_malloc malloc; /* and the same of the identity of threads */
  bool spurious_wakeups;      /* a wait on a condition variable may end without a signal */
  bool strong_cas;            /* a weak compare-and-swap fails only where values differ */
  uint32_t sym_stdin;         /* bytes of symbolic standard input */
  const char *stdin_file;     /* concrete standard input; NULL: empty */
  const struct given_file *files;
  uint32_t nfiles;
  uint32_t sym_net;                                  /* symbolic bytes that a peer outside sends; 0: there is none */
  const char *net_file;                              /* concrete ones; NULL: none */
  uint32_t net_clients;                              /* that call a socket which listens */
  uint32_t signals;                                  /* how often signals may come from outside, on one path */
  bool io_may_fail;                                  /* calls on files and sockets may fail */
  uint32_t sym_args_min, sym_args_max, sym_args_len; /* symbolic arguments: how many, and how long each at most */
  const char *const *arguments;                      /* concrete arguments after the program name */
  uint32_t narguments;
  const char *program_name; /* argv[0] */
  /* what is shown */
  bool show_output;     /* the program's own output goes to stdout */
  bool explain_pruning; /* the result says why runs were cut */
  bool dump_expr, dump_paths, dump_queries, dump_schedule, dump_summaries;
};

/* What is looked for. All zero: every failure of the checks that are on. */
struct explore_goal {
  /* What to look for, if not all failure sites; only the strategy `guided` knows. Failures elsewhere need not be found,
     and what has no influence on these instructions is explored in one way only. */
  const struct static_set *targets; /* of this program; NULL: every failure site of the checks that are on */
  bool targets_reached;             /* whether they are executed counts, not whether they fail */
  bool targets_whole; /* all that they do counts, addresses and values too, and what else may fail may keep a run from
                         them */
  const struct statics *statics; /* what is known of the program statically, if somebody knows already; NULL: nobody */
  const uint32_t
      *marks; /* per block, 0: not marked. Then one path is kept for each sequence of marked blocks (by their marks; of
                 those that a branch or call leads to), and nothing is cut by summaries. NULL: none */
  /* With targets: one schedule for each path, because the caller knows that every wait ends in every schedule as long
     as nothing fails. Whether that was enough is said by result.order_matters. Nothing is cut by summaries. */
  uint32_t one_schedule;  /* this many paths; 0: all schedules */
  bool without_summaries; /* nothing is cut by them */
  /* A failure that is known already is an end of a run like any other: what has no other ones below it is cut, too. For
     who saves no summaries: another version needs to hear of it again. */
  bool failures_once;
  bool ignore_races;                 /* of two versions: those that are new are no failures */
  bool without_failures;             /* they end runs as always, but nothing is said about them */
  const struct explore_judge *judge; /* NULL: there is one version */
  const uint8_t *changed; /* a byte per instruction: hunting and first runs are directed at these. NULL: at nothing */
  const struct explore_divergence *divergence; /* NULL: nobody asks whether runs have diverged */
  const struct ktest *pinned; /* inputs have the values that this test has for them; not with summaries. NULL: none */
  enum explore_watch watch;   /* what runs tell of their accesses */
  bool watch_branches;        /* the log (vm/log.h) is on from the start */
  const struct explore_cuts *cuts; /* with `watch`: who is asked before something is cut; NULL: nobody */
  struct explore_record *record;   /* what is executed of its program is noted there; NULL: nowhere */
};

/* What is reused of earlier explorations and suites. All zero: nothing. */
struct explore_reuse {
  const struct explore_known *known;   /* about an earlier version; NULL: nothing */
  const struct explore_states *states; /* the same; NULL: nothing */
  const char *load_summaries;          /* file; NULL: none */
  const struct explore_seeds *seeds;   /* NULL: no tests */
  const struct suite *suite;  /* with marks: a path that one of these tests takes needs no new one. NULL: none */
  const struct suite *hunted; /* hunting begins with inputs and schedules of these, too. NULL: none */
  const uint8_t *unsat_cores; /* what was found impossible (explore/unsat_cache.h); NULL: nothing is known */
  uint64_t unsat_cores_bytes;
  struct explore_first {
    uint32_t engine;
    uint64_t events;
  } first;      /* the search that came to its end in an earlier version, and after how many operations; 0: not known */
  bool in_turn; /* of a program without threads: the search with summaries takes turns with the one without */
};

/* Where output goes. All zero: nowhere but into the result. */
struct explore_output {
  const char *out_dir;        /* tests are written there; NULL: nowhere */
  uint64_t tests_before;      /* tests get the numbers behind this one */
  const char *program_text;   /* the object META_PROGRAM (suite/meta.h) of every test written; NULL: none */
  const char *save_summaries; /* file; NULL: none */
  bool keep_summaries;        /* they are in the result */
  bool keep_states;           /* finished states are in the result */
  bool keep_unsat_cores;      /* what is found impossible is in the result */
};

/* One exploration. */
struct explore_options {
  struct explore_config config;
  struct explore_goal goal;
  struct explore_reuse reuse;
  struct explore_output output;
};
#endif
