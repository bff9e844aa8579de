/* What `check` finds about a version that was explored for its own sake. */
#ifndef HEDDLE_CHECK_HISTORY_H
#define HEDDLE_CHECK_HISTORY_H
#include "base/result.h"
#include "store/store.h"

/* Keeps the summaries of an exploration whose program has the numbers it was loaded with. The key: program_key_of_run
   without checks. */
bool history_put(struct store *store, struct store_key key, const struct result *result);
/* A result in which nothing failed, for whoever comes to a program that can do the same things and no others. */
struct saved_result;
void history_put_reach(struct store *store, const struct ir_program *program, const struct explore_config *config,
                       const struct saved_result *saved);
/* The same for its unsatisfiable cores. */
bool history_put_unsat_cores(struct store *store, struct store_key key, const struct result *result);
bool history_put_states(struct store *store, struct store_key key, const struct result *result);
#endif
