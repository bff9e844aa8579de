/* Explaining failures of several threads: the found schedule is made as simple as it gets, then replayed once with a
   look at every step, so that the report can tell who did what, with values, and which of it matters. */
#ifndef HEDDLE_EXPLAIN_EXPLAIN_H
#define HEDDLE_EXPLAIN_EXPLAIN_H
#include "explore/explore.h"

/* After an exploration: every failure and warning of several threads gets its steps and, for a deadlock, its waits.
   Tests of failures are written again with the simpler schedule, after that was seen to lead to the same failure.
   changed: per instruction, not 0 where it is not as in the old version (steps of such lines are always told); NULL:
   one version. */
void explain_result(const struct ir_program *program, const struct explore_options *options, const uint8_t *changed,
                    struct result *result);

/* After a replay: the same for the test's own schedule, which stays as it is. */
void explain_replay(const struct ir_program *program, const struct explore_options *options, const struct ktest *test,
                    struct result *result);
#endif
