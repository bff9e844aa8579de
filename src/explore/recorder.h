/* The recorder: turns what the machine reports into results and test files. Shared by exploration and replay. */
#ifndef HEDDLE_EXPLORE_RECORDER_H
#define HEDDLE_EXPLORE_RECORDER_H
#include "dpor/dpor.h"
#include "explore/concrete_run.h"
#include "explore/explore.h"
#include "explore/seeds.h"
#include "util/map.h"
#include "vm/vm.h"

struct recorder_unconfirmed_failure {
  uint64_t key;       /* as in `seen` */
  const char *reason; /* why the verdict is incomplete otherwise, with the place */
};

/* A test for another process to write. */
struct recorder_test {
  uint64_t key;     /* of its run, as in `written` */
  const char *name; /* here; there it gets another number */
  uint8_t *bytes;   /* the file; freed with free() */
  uint64_t size;
};

struct recorder {
  const struct ir_program *program;
  const struct explore_options *options;
  struct result *result;
  struct sym *sym;
  struct smt *smt;
  struct vm *vm;
  struct dpor *dpor; /* knows the schedule; NULL: there is none to record */
  struct map seen;   /* failing places by kind: what was reported already */
  VEC(struct recorder_unconfirmed_failure)
  unconfirmed;                 /* places that may fail; nobody knows unless they are also in `seen` at the end */
  struct map judged;           /* of two versions: place and path condition -> how many runs were judged */
  struct map left;             /* instructions that created threads which were then left to themselves */
  const uint8_t *relevance;    /* see vm_set_relevance; NULL: no decisions are free */
  void *context;               /* of poll */
  bool (*poll)(void *context); /* true: there is no more time; NULL: there is */
  const struct concrete_run *concrete; /* the run to record instead of the machine's; NULL: the machine's is exact */
  struct seeds *seeds;                 /* tests that may take the path already; NULL: none */
  struct ktest_writer writer;
  int out_dir;        /* descriptor, or -1 */
  uint32_t round;     /* of a search that starts again: what tests of earlier rounds show needs no new one */
  struct map written; /* runs that have a test -> round */
  bool write_failed;
  bool lists_tests; /* they are not written, but in: */
  VEC(struct recorder_test) tests;
  const char *instead_of; /* the test that the next one takes the place of; NULL: it is a further one */
  uint64_t incidents;     /* failures, and whatever makes a verdict incomplete, on all runs so far */
  bool leaks;             /* the run at hand ends with some: together they are one run */
};

void recorder_open(struct recorder *r, const struct ir_program *program, const struct explore_options *options,
                   struct result *result);
void recorder_close(struct recorder *r);

/* A failure on the machine's current path: counted, reported once per place and kind, written as a test if wanted. */
void recorder_failure(struct recorder *r, enum failure_kind kind, const char *message, const char *detail);
/* A data race: a failure if that is checked, else a warning. The second access is about to happen. */
void recorder_race(struct recorder *r, const struct dpor_event *first, uint32_t thread, const struct vm_op *second);
/* Is there a failure of which no run is known to be new? Then further runs that fail are wanted. */
bool recorder_has_open(const struct recorder *r);
/* A run that ended without failure. */
void recorder_run(struct recorder *r);
/* A path to be kept: its test, if tests are wanted. Not ended: nobody knows what follows. */
const char *recorder_path(struct recorder *r, bool ended);
/* Inputs and schedule of the current path as a test in memory; freed with ktest_free. Decisions that were free may have
   gone another way with these inputs. */
void recorder_capture(struct recorder *r, struct ktest *test);
/* A reason why the verdict is incomplete, with the current place. */
void recorder_incomplete(struct recorder *r, const char *reason);
/* The same, unless this failure is confirmed before the end. */
void recorder_unconfirmed(struct recorder *r, enum failure_kind kind, const char *message, const char *reason);
void recorder_verdict(struct recorder *r);

/* ---- for results of other processes (recorder_parts.h) ---- */

uint64_t recorder_key(struct recorder *r, const struct result_failure *failure); /* as in `seen` */
bool recorder_is_written(struct recorder *r, uint64_t key); /* by an earlier round; if not, it counts as this one's */
void recorder_drop_tests(struct recorder *r);               /* those that are listed */
bool recorder_wants_every(struct recorder *r);              /* a test for every run, not for each failure alone */
void recorder_add_site(struct recorder *r, struct result_failure *deadlock, uint32_t site); /* where a thread waits */
#endif
