/* For the files of this folder only. */
#ifndef HEDDLE_CHECK_INSIDE_H
#define HEDDLE_CHECK_INSIDE_H
#include "check/check.h"
#include "check/judge.h"
#include "check/stable_ids.h"

/* What the store knows about a version besides its result: its summaries, and the numbers that they are made of. */
struct stored_summaries {
  struct store_blob value;
  const uint8_t *ids, *summaries; /* parts of the value */
  uint64_t ids_bytes, summaries_bytes;
};
struct work {
  const struct check_request *request;
  struct check *check;
  enum check_strategy strategy;                                          /* as it is meant */
  struct store_key old_result, old_summaries, new_result, new_summaries; /* where the store has them */
  struct stored_summaries stored;                                        /* of the old version */
  struct stored_summaries states;                                        /* likewise: its finished states */
  struct store_blob unsat_cores;      /* what was found impossible in the old version */
  const struct ir_program *old, *new; /* under the numbers that they are explored with */
  struct judge judge;
};

/* history.c: what is known about the versions, from the store and into it. */
void history_say(const struct work *w, const char *text);
void history_open(struct work *w);
void history_load(struct work *w); /* more of it, which nobody needs where nothing changed */
void history_explore_old(struct work *w, bool summaries);
bool history_know_new(struct work *w); /* it was explored before, by itself or in another history: nothing failed */
void history_keep(struct work *w);     /* what is known about the new version now */
void history_close(struct work *w);

/* ancestors.c: versions that were explored before the old one, in which nothing failed. */
void ancestors_add(struct store *store, const struct ir_program *program, const struct explore_config *config);
bool ancestors_know(struct work *w); /* the new version does what one of them does */

/* suite_reuse.c: the tests of an old suite. */
void suite_reuse_explore(struct work *w,
                         const struct explore_options *options); /* the new version, with the tests going along */
void suite_reuse_finish(struct work *w);                         /* what becomes of each test; the new suite */
/* Where every run has a test: that of this run, kept or new; NULL: there is none. */
const char *reuse_find_test(struct work *w, const struct result_failure *run);

/* partition.c: explores in units, several processes at a time. */
struct partition_request {
  const struct ir_program *program;
  const struct explore_options *options; /* `follow` has the suite */
  const struct explore_hooks *hooks;
  uint32_t jobs, units; /* as in check_request */
  struct judge *judge;  /* the one that `options` names */
};
void partition_explore(const struct partition_request *request, struct result *result, struct smt_stats *solver);

/* paths.c: the impact is known. */
void paths_open(struct check *check);
void paths_close(struct check *check);

/* judge.c: which failures are new. The hook judges them while they are found; afterwards the rest is settled, and races
   are sorted into new ones, which are failures, and old ones. */
void judge_open(struct work *w);
void judge_settle(struct work *w);
void judge_close(struct work *w);

/* show.c: the failure of the new version that a run shows. `run` says kind, place in the new version, inputs and
   schedule; of which version it is, and how that is followed, says `of`. False: it does not show it. */
struct schedule_match;
struct show_schedule {
  bool other_version;                 /* of the old version, or one that does the same */
  const struct schedule_match *match; /* then; NULL: both make the same steps one by one, whatever matches */
};
bool show_run(struct work *w, const struct result_failure *run, struct show_schedule of, struct result_failure *shown);
/* Writes its test if tests are wanted. `instead_of`: the one that it takes the place of; NULL: none. */
void show_write(struct work *w, struct result_failure *failure, const char *instead_of);

/* classify.c: what is fixed; nothing changed. */
void classify_fixed(struct work *w);
bool classify_stands(struct work *w); /* nothing is affected: likewise */
bool classify_unchanged(
    struct work *w); /* the old version's failures are the new one's. False: that cannot be shown without exploring */
#endif
