/* Of a new failure: how the change leads to it. The failing test is executed on both versions, the two runs are laid
   side by side, and the first value that differs is followed through the new one's run to the failure. */
#ifndef HEDDLE_EXPLAIN_CHAIN_H
#define HEDDLE_EXPLAIN_CHAIN_H
#include "change/change.h"
#include "explore/explore.h"

/* Gives every failure that is not known to be old its chain, where there is one. statics: of the old and the new
   version, each may be NULL. */
void explain_chains(const struct change *change, const struct statics *const statics[2],
                    const struct explore_options *options, struct result *result);
#endif
