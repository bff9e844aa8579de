/* Making and checking summaries is several times the work of the steps they speak of, and more where conditions on
   computations with inputs go to the solver. What they save is seen from the runs: where few of them are cut the
   exploration begins again without. */
#include "augment/summary_trial.h"

#include "explore/recorder.h"
#include "util/clock.h"

enum {
  RUNS_PER_CUT = 3, /* one run in so many must be cut */
  FIRST_LOOK = 64,
  LAST_LOOK = 65536,
  /* Kept at one time: one that is dropped is made again, for a whole subtree. They take less than a KiB each; half of
     the memory that there is may be theirs. */
  MOST_SUMMARIES = 1000000,
};

struct attempt {
  const struct summary_trial_request *request;
  uint64_t runs;
  bool summaries, wasteful;
};

/* Looked at each time that twice as many runs have ended. */
static bool is_wasteful(const struct attempt *a, const struct result *result) {
  bool look = a->runs >= FIRST_LOOK && a->runs <= LAST_LOOK && !(a->runs & (a->runs - 1));
  return look && a->summaries && result->runs.partial * RUNS_PER_CUT < a->runs;
}

static bool on_ended(void *context, struct recorder *recorder) {
  struct attempt *a = context;
  a->runs++;
  a->wasteful = is_wasteful(a, recorder->result);
  if (a->wasteful) return true;
  return a->request->ended && a->request->ended(a->request->context, recorder);
}

static void on_progress(void *context, const struct explore_progress *now) {
  const struct attempt *a = context;
  a->request->progress(a->request->progress_context, now);
}

/* True: begin again without summaries. */
static bool explore(const struct summary_trial_request *request, const struct explore_options *options,
                    struct result *result, struct smt_stats *solver) {
  struct attempt a = {.request = request, .summaries = !options->goal.without_summaries};
  struct explore_hooks hooks = {.context = &a, .ended = on_ended, .progress = request->progress ? on_progress : NULL};
  if (request->begins) request->begins(request->context);
  explore_run(request->program, options, &hooks, result, solver);
  return a.wasteful;
}

static uint64_t most_summaries(const struct explore_options *options) {
  uint64_t half = options->config.max_memory_mib * 512;
  return half && half < MOST_SUMMARIES ? half : MOST_SUMMARIES;
}

void summary_trial_explore(const struct summary_trial_request *request, struct result *result,
                           struct smt_stats *solver) {
  struct explore_options options = *request->options;
  double started = clock_now();
  options.config.max_summaries = most_summaries(&options);
  if (!explore(request, &options, result, solver)) return;
  result_free(result);
  *result = (struct result){0};
  options.goal.without_summaries = true;
  options.config.timeout_seconds = clock_left(options.config.timeout_seconds, clock_now() - started);
  explore(request, &options, result, solver);
}
