/* What an augmentation keeps in its output directory, to go on there: how each target stands, and which tests were
   through with which step. Written beside and renamed, so that a kill leaves the old one or the new one. */
#ifndef HEDDLE_AUGMENT_STATE_H
#define HEDDLE_AUGMENT_STATE_H
#include "augment/targets.h"
#include "store/store.h"
#include "util/map.h"

#define STATE_FILE "heddle-augment.state"
#define STATE_TEST "augment" /* tests written here are called that, with six digits and perhaps a kind of failure */

struct state {
  struct store_key key;
  struct map means; /* both ends of a covered target -> enum target_means */
  struct map done;  /* hash of a test's file name and step -> how much of the step is done with it */
};

/* What was kept under the same key: infeasible targets, and `done`. False: nothing is there, or it is about
   something else. */
bool state_load(struct state *state, const char *directory, struct targets *targets);
bool state_save(const struct state *state, const char *directory, const struct targets *targets);
void state_free(struct state *state);

/* How it was covered when that was kept; MEANS_NONE: nobody knows. */
enum target_means state_means(const struct state *state, const struct target *target);
uint32_t state_done(const struct state *state, const char *test, enum target_means step);
void state_set_done(struct state *state, const char *test, enum target_means step, uint32_t amount);

/* The number in the name of a test that was written here; 0: it was not. */
uint32_t state_number_of(const char *file_name);
#endif
