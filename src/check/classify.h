/* Which failures of the new version the old one has, too, by what is known about it. */
#ifndef HEDDLE_CHECK_CLASSIFY_H
#define HEDDLE_CHECK_CLASSIFY_H
#include "change/change.h"
#include "store/saved_result.h"

/* Is the failure among those that were found in the old version? One program point and kind is one failure. */
bool classify_was_old(const struct change *change, const struct saved_result *old, const struct result_failure *new);
/* Two lines race once, whichever accesses of them are named, and either way round. */
bool classify_same_race(const struct ir_program *program, uint32_t a, uint32_t b, uint32_t x, uint32_t y);
#endif
