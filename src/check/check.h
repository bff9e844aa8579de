/* Two versions: the failures of the new one that the old one did not have, found by exploring no more than the change
   can affect, with what is known about the old version. docs/check.md tells the rules.

   The old version is explored first, once, unless the store knows what came out of that. Then, by strategy:
     full       everything of the new version is explored
     impact     what has no influence on anything that the change can affect is explored in one way only, and nothing
   behind it summaries  everything, but summaries of the old version whose code is unchanged cut runs short suite
   everything, with the tests of an old suite: they say what is feasible, and stay if they still show a path of their
   own auto       impact and summaries together, and a suite where there is one All of them report the same failures. */
#ifndef HEDDLE_CHECK_CHECK_H
#define HEDDLE_CHECK_CHECK_H
#include "change/change.h"
#include "change/impact.h"
#include "equivalence/equivalence.h"
#include "explore/explore.h"
#include "store/saved_result.h"
#include "store/store.h"
#include "suite/keep.h"

enum check_strategy {
  CHECK_STRATEGY_AUTO,
  CHECK_STRATEGY_FULL,
  CHECK_STRATEGY_IMPACT,
  CHECK_STRATEGY_SUMMARIES,
  CHECK_STRATEGY_SUITE,
  CHECK_STRATEGY_DIVERGENCE
};
enum check_guarantee { GUARANTEE_VERDICT, GUARANTEE_PATHS };
const char *check_strategy_text(enum check_strategy strategy);

struct check_request {
  const struct ir_program *old, *new;    /* must outlive the check */
  const struct explore_options *options; /* for the new version; for the old one without tests */
  enum check_strategy strategy;
  enum check_guarantee guarantee;
  const struct suite *suite; /* tests of the old version; NULL: none */
  const char *suite_dir;     /* where they are */
  uint32_t jobs,
      units; /* processes at a time, 0: nobody asked for any; units that the suite is cut into, 0: by its size */
  struct store *store; /* NULL: none */
  const struct explore_hooks *hooks;
  void (*say)(void *context, const char *text); /* what is done before the new version is explored; may be NULL */
  void *context;
};

/* Why the new version was explored as it was. */
enum check_scope {
  SCOPE_NOTHING,   /* not at all: nothing changed */
  SCOPE_NO_TARGET, /* not at all: nothing that can fail is affected */
  SCOPE_SAME,      /* not at all: every run is one of the old version */
  SCOPE_KNOWN,     /* not at all: this version was explored before, and nothing failed */
  SCOPE_ALIKE,     /* not at all: it does what a version does that was explored before, and in which nothing failed */
  SCOPE_IMPACT,    /* as far as it has influence on what is affected */
  SCOPE_ALL,
};

/* Marks of code for --guarantee=paths. */
struct check_chain {
  uint32_t *blocks, count; /* affected ones, which are always executed together */
};
struct check_paths {
  uint32_t *marks;                /* as in explore_goal; NULL: nobody asked */
  VEC(struct check_chain) chains; /* mark - 1 is the number of a chain */
};

struct stable_ids; /* check/stable_ids.h */
struct divergence; /* check/divergence.h */
struct check {
  struct change *change;
  struct stable_ids *old_ids, *new_ids; /* beside the programs; NULL: there are none */
  struct equivalence *equivalence;      /* of changed functions; NULL: it was not asked for */
  struct impact *impact;                /* NULL: it was not asked for */
  struct divergence *divergence;        /* NULL: runs of the versions are not compared */
  struct saved_result old;              /* what is known about the old version */
  bool old_is_known;                    /* false: nothing changed, and nobody ever explored the old version */
  bool old_from_store;
  double old_seconds, static_seconds; /* of exploring the old version now; of diff and impact */
  double judge_seconds;               /* of exploring the old version with the inputs of failures */
  enum check_scope scope;
  uint64_t targets, summaries_used;  /* instructions; summaries of the old version that can still be used */
  struct result result;              /* of the new version: result_failure.age says which failures are new */
  enum keep_complete suite_complete; /* of a suite: has it a test for each path of the new version? */
  VEC(struct result *) parts;        /* texts of the result that lie elsewhere */
  struct smt_stats solver;
  struct check_paths paths;
  VEC(struct result_failure) fixed; /* failures of the old version that are gone; frames are in the old version */
};

void check_run(const struct check_request *request, struct check *check);
/* What is known statically of a version (0: old, 1: new); NULL: nobody asked. Valid as long as the check is. */
const struct statics *check_statics(const struct check *check, int side);
void check_free(struct check *check);
#endif
