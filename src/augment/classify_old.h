/* Which failures of the new version the old one has, too. Decided by what the store knows about the old version; else
   by the failing test, run on the old version; else by exploring that, as far as the time allows. */
#ifndef HEDDLE_AUGMENT_CLASSIFY_OLD_H
#define HEDDLE_AUGMENT_CLASSIFY_OLD_H
#include "change/change.h"
#include "explore/explore.h"
#include "store/store.h"

enum augment_in_old { IN_OLD_UNKNOWN, IN_OLD_NO, IN_OLD_YES };
const char *augment_in_old_text(enum augment_in_old in_old); /* "unknown", "no", "yes" */

struct classify_old_request {
  const struct change *change;
  const struct explore_options *options; /* checks and inputs, as for the new version */
  struct store *store;                   /* NULL: none */
  double deadline;                       /* of the monotonic clock; 0: exploring has its own limit */
  const struct explore_hooks *hooks;
  void (*say)(void *context, const char *text); /* may be NULL */
  void *context;
};

/* One answer for each failure, which must have its inputs and schedule; its age says the same. */
void classify_old_decide(const struct classify_old_request *request, struct result_failure *failures, uint32_t count,
                         enum augment_in_old *answers);
#endif
