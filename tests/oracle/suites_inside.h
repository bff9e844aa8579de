/* What the judges of suites share: the chain under judgement with what is so about each version, and one check with a
   suite. For the files suites_*.c only. */
#ifndef ORACLE_SUITES_INSIDE_H
#define ORACLE_SUITES_INSIDE_H
#include "check/check.h"
#include "job/options.h"
#include "pairs.h"
#include "suite/folder.h"
#include "suites.h"

typedef VEC(uint64_t) suites_hashes;

/* What is so about one version. */
struct suites_truth {
  char *dir;                  /* its suite: a test for each path */
  struct ir_program *program; /* for replays: nothing changes it */
  suites_hashes runs;         /* of its tests, as replays show them (see identity_of), sorted */
  suites_hashes passing;      /* of those that do not fail */
  struct pairs_truth failures;
};

struct suites_court {
  const struct suites_chain *chain;
  const char *directory;
  struct suites_figures *figures;
  struct cli_options options;   /* of every check and replay */
  struct explore_options brute; /* of what shows whether a failure is new */
  struct suites_truth truth[PAIRS_VERSIONS];
  uint32_t count; /* versions that could be explored, from the first on */
  char *what;     /* that differs */
};
void suites_differ(struct suites_court *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- suites_folder.c: directories of tests; names are freed by whoever removes them */
char *suites_make_directory(const struct suites_court *c, const char *name);
void suites_remove_directory(char *path);
void suites_copy_directory(const char *from, const char *to);
void suites_load(struct suite *suite, const char *directory);
bool suites_same_file(const char *a, const char *b);
void suites_sort(suites_hashes *list);
bool suites_same_hashes(const suites_hashes *a, const suites_hashes *b);

/* ---- suites_replay.c: which run a test makes */
struct suites_seen {
  const char *why;   /* it does not take the path, or ends otherwise; NULL: neither */
  bool fits;         /* the version follows it and ends as it says */
  uint64_t identity; /* what tells its run from others */
  bool threads;
};
struct suites_seen suites_replay(const struct suites_court *c, uint32_t version, const struct suite_test *test,
                                 bool is_old, uint64_t path);
void suites_add_seen(suites_hashes *list, const struct suites_seen *seen); /* of runs with threads each counts once */
bool suites_fails(const struct suite_test *test);                          /* it says that it ends in a failure */
/* Every path of a version, with a test for each. False: there are too many. */
bool suites_find_truth(struct suites_court *c, uint32_t version);
struct ir_program *suites_program(const struct suites_court *c, uint32_t version);

/* ---- suites_check.c: one check, and whether all that it says and leaves is so */

/* What cuts a check short; all 0: nothing. */
struct suites_limit {
  uint64_t max_runs, max_steps; /* of each version */
  uint32_t interrupt;           /* a signal comes at the end of that run, counted over both versions */
};

struct suites_step {
  const char *name;
  uint32_t old, new; /* versions */
  enum check_strategy strategy;
  enum explore_tests tests;
  uint32_t units, jobs;
  bool stored; /* the store of the court's directory, which may know versions already */
  const char *suite_dir, *out_dir;
  const char *before; /* the suite as it was: suite_dir, or a copy of it if both are one directory */
  struct suites_limit limit;
};
static inline bool suites_is_limited(const struct suites_limit *l) {
  return l->max_runs || l->max_steps || l->interrupt;
}
/* `count`: its figures are added up. */
void suites_check(struct suites_court *c, const struct suites_step *step, bool count);
void suites_remove_store(const struct suites_court *c);

/* ---- suites_along.c: one suite along the whole chain */
void suites_along(struct suites_court *c);
#endif
