/* Which failures of the new version the old one has, too, by what is known about it. */
#ifndef HEDDLE_CHECK_CLASSIFY_H
#define HEDDLE_CHECK_CLASSIFY_H
#include "change/change.h"
#include "store/saved_result.h"

/* Is the failure among those that were found in the old version? One program point and kind is one failure. */
bool classify_was_old(const struct change *change, const struct saved_result *old, const struct result_failure *new);
#endif
