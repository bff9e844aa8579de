/* Which failures of the new version the old one has, too, by what is known about it. */
#ifndef HEDDLE_CHECK_CLASSIFY_H
#define HEDDLE_CHECK_CLASSIFY_H
#include "change/change.h"
#include "store/saved_result.h"

/* Is the failure among those that were found in the old version? One program point and kind is one failure. */
bool classify_was_old(const struct change *change, const struct saved_result *old, const struct result_failure *new);
bool classify_is_same(const struct change *change, const struct saved_failure *old, const struct result_failure *new);
/* What a failure with these instructions of the program is known by in the comparison of two versions. */
struct failure_point classify_point(const struct ir_program *program, enum failure_kind kind, uint32_t site,
                                    uint32_t other, const char *message);
#endif
