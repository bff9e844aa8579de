/* Finished states as bytes, for the store. From an earlier version of the program come only those whose code is
   unchanged: all that was executed behind the state, and every operation that was pending there, does the same here.
   docs/store.md has the rules. */
#ifndef HEDDLE_EXPLORE_KEPT_STATES_H
#define HEDDLE_EXPLORE_KEPT_STATES_H
#include "explore/relevance.h"
#include "explore/machine.h"
#include "stateful/stateful.h"

struct kept_states {
  const struct ir_program *program;
  const struct explore_options *options;
  const struct relevance *relevance;
  struct machine *machine;
  struct stateful *stateful;
};

bool kept_states_wanted(const struct explore_options *options);          /* they are kept, or come from elsewhere */
uint8_t *kept_states_save(const struct kept_states *k, uint64_t *bytes); /* NULL: there are none */
/* Into a new search. False, with a static text: they do not fit or are damaged; none was loaded. */
bool kept_states_load(const struct kept_states *k, const struct explore_states *known, const char **why);
#endif
