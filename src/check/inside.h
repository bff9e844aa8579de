/* For the files of this folder only. */
#ifndef HEDDLE_CHECK_INSIDE_H
#define HEDDLE_CHECK_INSIDE_H
#include "check/check.h"
#include "check/numbers.h"

/* What the store knows about a version besides its result: its summaries, and the numbers that they are made of. */
struct memory {
  struct store_blob value;
  const uint8_t *numbers, *summaries; /* parts of the value */
  uint64_t numbers_bytes, summaries_bytes;
};
struct work {
  const struct check_request *request;
  struct check *check;
  struct store_key old_result, old_memory, new_result, new_memory; /* where the store has them */
  struct memory memory; /* of the old version */
  struct store_blob record; /* what was found impossible in the old version */
  struct numbers *numbers; /* of the new version; NULL: it has none of the old one's */
};

/* known.c: what is known about the versions, from the store and into it. */
void known_open(struct work *w); /* before anything is renumbered */
void known_explore_old(struct work *w, bool summaries);
void known_keep(struct work *w); /* what is known about the new version now */
void known_close(struct work *w);

/* reuse.c: the tests of an old suite. */
void reuse_explore(struct work *w, const struct explore_options *options); /* the new version, with the tests going along */
void reuse_finish(struct work *w); /* what becomes of each test; the new suite */

/* units.c: explores in units, several processes at a time. */
struct units_request {
  const struct ir_program *program;
  const struct explore_options *options; /* `follow` has the suite */
  const struct explore_hooks *hooks;
  uint32_t jobs, units; /* as in check_request */
};
void units_explore(const struct units_request *request, struct result *result, struct smt_stats *solver);

/* paths.c: the impact is known. */
void paths_open(struct check *check);
void paths_close(struct check *check);

/* classify.c: new, old and fixed failures. */
void classify_failures(struct work *w);
void classify_unchanged(struct work *w); /* nothing was explored: the old version's failures are the new one's */
#endif
