/* What an exploration found: the one structure that the printers (text, JSON, ...) read. */
#ifndef HEDDLE_BASE_RESULT_H
#define HEDDLE_BASE_RESULT_H
#include <stdbool.h>
#include <stdint.h>
#include "base/failure.h"
#include "base/stats.h"
#include "util/mem.h"
#include "util/vec.h"

enum result_verdict { VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_INCOMPLETE };

struct result_frame { /* one line of a call stack */
  const char *function, *file;
  uint32_t line, column;
};

struct result_input { /* an input with the value that leads to the failure */
  const char *name;
  const uint8_t *bytes;
  uint32_t size;
  const char *file; /* where the program asked for it, with the line; NULL: not known, or before main */
  uint32_t line;
};

/* One step of a schedule, for people. */
enum result_mark {
  MARK_NONE,
  MARK_RACE, /* one of the two accesses of a data race */
  MARK_HELD, /* takes what another thread then waits for, for ever */
};

struct result_step {
  const char *thread, *file, *function;
  const char *start; /* the function that the thread started with; NULL: unknown */
  uint32_t line, column;
  const char *operation; /* as vm_operation_text, or "create", "free" */
  const char *object;    /* name of what it touches; NULL: nothing */
  const char *value;     /* read or written, "OLD -> NEW" for both; NULL: none, or not a number or pointer */
  const char *text;      /* the whole in words: "writes b = -1" */
  enum result_mark mark;
  bool matters; /* connected with the failure, or of a changed line */
  bool changed; /* of two versions: the line differs */
  bool choice;  /* the scheduler chose the thread here; creating a thread is no such step */
};

/* A thread that waits for ever. */
struct result_wait {
  const char *thread, *object;
  const char *held_by; /* thread; NULL: nobody in particular */
  struct result_frame place;
  struct result_frame held_since; /* where the holder took it; line 0: unknown */
};

/* Of two versions: whether the old one fails there with the same test. Of one version everything is new. */
enum result_age { AGE_NEW, AGE_OLD, AGE_UNKNOWN };

/* Of two versions: where a run of the new one stopped being one of the old one. Texts live with the result. */
struct result_divergence {
  const char *file, *old_file; /* the changed code, in the new and in the old version */
  uint32_t line, old_line;
  const char *function, *thread;
  const char *what;                  /* the first difference: "variable", "memory", "result", "operand", "control" */
  const char *name;                  /* of the variable; "": it has none */
  const char *old_value, *new_value; /* "": not known */
};

/* One step of the way from the change to a failure, in the runs of the failing test on both versions. */
struct result_link {
  const char *role; /* "value", "branch", "deleted" and "waits" (places in the old version), "failure" */
  const char *file;
  uint32_t line;
  const char *function, *thread;
  const char *name;                  /* of what has another value; "": it has none */
  const char *old_value, *new_value; /* "": not known, or the old version does not do it */
  bool changed;                      /* the line is changed itself */
  const char *text;                  /* in words */
};

struct result_failure {
  enum failure_kind kind;
  const char *message;         /* one line, no place in it */
  const char *detail;          /* further lines, e.g. where an object was allocated and freed; or NULL */
  struct result_frame *frames; /* innermost first; frames[0] is the failing place in the user's code */
  uint32_t nframes;
  uint32_t site;   /* instruction of the user's code that fails; of a deadlock: where `thread` waits */
  uint32_t *sites; /* of a deadlock: where threads wait, in every run that ended in it; each once */
  uint32_t nsites;
  const char *thread; /* "main", "main.1", ... */
  const char *test;   /* file of the test, or NULL */
  enum result_age age;
  const char *accepted_why; /* of an accepted one: what the file says about it; else NULL */
  bool also_old;            /* AGE_NEW: the old version fails at this place too, but not with this test */
  const struct result_divergence *divergence; /* NULL: nobody compared the run with the old version */
  struct result_link *chain;                  /* from the changed line to the failure; NULL: not known */
  uint32_t nchain;
  /* the other access of a data race */
  struct result_frame *other_frames;
  uint32_t other_nframes;
  uint32_t other_site; /* its instruction */
  const char *other_thread;
  const char *other_message;
  struct result_input *inputs;
  uint32_t ninputs;
  uint64_t run; /* number of the run that found it */
  /* several threads: how they came here */
  const char *schedule; /* as in a test, see explore/schedule.h; NULL: there was only one thread */
  struct result_step *steps;
  uint32_t nsteps;
  uint32_t switches, switches_found; /* of the steps; before they were made fewer */
  struct result_wait *waits;         /* of a deadlock */
  uint32_t nwaits;
};

/* What it is known by, with instructions as places. */
struct failure_point result_point(const struct result_failure *failure);

/* A run that a summary cut. */
struct result_cut_thread {
  const char *thread;
  struct result_frame place; /* where it stands */
};
struct result_cut {
  uint64_t run, summary,
      made_after;        /* numbers; made_after: the run after which the summary was made, 0: before the first */
  uint64_t same_as;      /* summary is 0: the run in which the same state was first met */
  const char *exchanged; /* and which threads had other numbers then; NULL: none */
  struct result_cut_thread *threads; /* those that had not finished */
  uint32_t nthreads;
  const char **conditions; /* what the summary demands, in words */
  uint32_t nconditions;
  uint32_t more;    /* further ones */
  uint32_t library; /* further ones, on the library's own state and on stack frames */
};

/* A path that stands for all with its sequence of marked code. */
struct result_path {
  uint32_t *marks; /* in the order executed */
  uint32_t nmarks;
  const char **conditions; /* on the inputs: all of them lead along it */
  uint32_t nconditions;
  const char *test; /* file, or NULL */
};

/* What becomes of a test of the old suite. */
enum result_test_status {
  TEST_UNDECIDED, /* its path was not seen to its end */
  TEST_KEPT,
  TEST_DUPLICATE, /* takes the path of a test that is kept */
  TEST_RETIRED,
};
struct result_test {
  enum result_test_status status;
  uint32_t duplicate_of; /* DUPLICATE: number of the one that is kept */
  const char *reason;    /* RETIRED */
  uint64_t path;         /* KEPT: as in the object META_PATH of tests of this version; 0: unknown */
  bool unseen;           /* KEPT: something ended the command before it was known what the test does now */
};

struct result_runs {
  uint64_t full, partial, infeasible, blocked;
};

/* What is left behind for others: tests, paths, and what a later exploration can use. */
struct result_artefacts {
  uint64_t tests_new, tests_reused, tests_retired;
  const char *tests_dir;         /* NULL if none were written */
  struct result_test *old_tests; /* of a seeded exploration: each of the seeds; NULL: none */
  uint32_t nold_tests;
  VEC(struct result_path) paths; /* if code was marked */
  uint8_t *summaries;            /* if they were to be kept, else NULL */
  uint64_t summaries_bytes;
  uint8_t *states; /* finished ones, likewise */
  uint64_t states_bytes;
  uint8_t *unsat_cores; /* the same */
  uint64_t unsat_cores_bytes;
};

/* Of searches that take turns: the one that came to its end, and how far it had to go. All zero: not known. */
struct result_search {
  uint32_t engine; /* its number in explore/turns.c */
  uint64_t
      events; /* visible operations: its own, or those of the search by states if that was the one with summaries */
};

struct result {
  enum result_verdict verdict;
  VEC(const char *) reasons;           /* why incomplete, with place; each once */
  VEC(const char *) notes;             /* what is no failure but worth knowing; each once */
  bool order_matters;                  /* of one schedule: it was given up, another one might show something else */
  bool indivisible;                    /* of a unit: it could not be explored apart from the others, and was given up */
  bool interrupted;                    /* a signal ended it early; that is a reason, too */
  VEC(struct result_failure) failures; /* one per failing program point and kind, in the order found */
  VEC(struct result_failure) warnings;
  VEC(struct result_failure) accepted; /* by --accept: found, but they do not count */
  VEC(struct result_cut) cuts;         /* the first ones, if asked for */
  struct result_runs runs;
  struct result_stats stats;
  struct result_search search;
  struct result_artefacts artefacts;
  struct arena memory; /* of all texts above */
};

/* A copy of text that lives as long as the result. */
const char *result_text(struct result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a reason once; later equal ones are dropped. */
void result_add_reason(struct result *result, const char *reason);
void result_open_test_status(struct result *result, uint32_t tests); /* of seeds: none is known yet */
void result_add_note(struct result *result, const char *note);
void result_free(struct result *result);
#endif
