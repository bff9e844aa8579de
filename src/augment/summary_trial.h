/* An exploration with summaries that goes without them where they do not pay.

   Input: a program, what to explore, and who looks at its runs. Output: what explore_run gives, of one exploration from
   its beginning to its end. Whether summaries pay is seen from the runs alone, so that the same program is explored in
   the same way every time. */
#ifndef HEDDLE_AUGMENT_SUMMARY_TRIAL_H
#define HEDDLE_AUGMENT_SUMMARY_TRIAL_H
#include "explore/explore.h"

struct summary_trial_request {
  const struct ir_program *program;
  const struct explore_options *options;
  void (*progress)(void *context, const struct explore_progress *now); /* with its own context; may be NULL */
  void *progress_context;
  void *context;
  void (*begins)(void *context); /* an exploration: forget the runs of one before. May be NULL */
  bool (*ended)(void *context, struct recorder *recorder); /* as in explore_hooks; may be NULL */
};
void summary_trial_explore(const struct summary_trial_request *request, struct result *result,
                           struct smt_stats *solver);
#endif
