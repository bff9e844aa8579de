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
  struct numbers *numbers; /* of the new version; NULL: it has none of the old one's */
};

/* known.c: what is known about the versions, from the store and into it. */
void known_open(struct work *w); /* before anything is renumbered */
void known_explore_old(struct work *w, bool summaries);
void known_keep(struct work *w); /* what is known about the new version now */
void known_close(struct work *w);

/* paths.c: the impact is known. */
void paths_open(struct check *check);
void paths_close(struct check *check);

/* classify.c: new, old and fixed failures. */
void classify_failures(struct work *w);
void classify_unchanged(struct work *w); /* nothing was explored: the old version's failures are the new one's */
#endif
