/* What all jobs do in the same way. See job.h. */
#include "job/job.h"

#include "job/ending.h"
#include "util/stop.h"

static const char *name_of(enum options_command command) {
  switch (command) {
  case OPTIONS_RUN: return "run";
  case OPTIONS_CHECK: return "check";
  case OPTIONS_DIFF: return "diff";
  case OPTIONS_AUGMENT: return "augment";
  case OPTIONS_REPLAY: return "replay";
  case OPTIONS_REPORT: return "report";
  default: return NULL; /* without JSON */
  }
}

bool job_read(struct cli_options *options, enum options_command command, const struct job_request *request) {
  const struct ending ending = {name_of(command), request->texts, request->ntexts};
  bool good = options_read(options, command, request->texts, request->ntexts);
  if (!good) error_say("%s", options->error);
  else if (options->help) error_say("--help is for the command line alone");
  if (good && !options->help) options->silent = request->silent;
  else if (ending.command && !request->silent) ending_early(&ending, options->level);
  return good && !options->help;
}

enum exit_code job_do(const struct job_steps *steps, void *job, const struct cli_options *options,
                      const struct job_request *request) {
  const struct ending ending = {steps->name, request->texts, request->ntexts};
  if (!request->silent) ending_watch(&ending, options->explore.config.timeout_seconds);
  if (!steps->prepare(job)) return request->silent ? EXIT_USAGE : ending_early(&ending, options->level);
  if (!request->silent) stop_on_overrun(steps->overrun, job);
  steps->work(job);
  if (!request->silent) stop_end();
  return steps->finish(job);
}

struct explore_hooks job_hooks(const struct job_request *request, const struct cli_options *options,
                               struct report_status *status, struct report_track *track, const char *phase) {
  report_status_open(status, stderr);
  status->track = track;
  if (options->level == REPORT_QUIET || options->silent) status->out = NULL;
  if (request->hooks) return *request->hooks;
  return (struct explore_hooks){
      .context = status, .phase = phase, .progress = report_status_show, .working = phase ? report_status_phase : NULL};
}

void job_say(struct report_status *status, const struct cli_options *options, const char *text) {
  report_status_close(status); /* it comes again with the next progress */
  if (options->level != REPORT_QUIET && !options->silent) fprintf(stderr, "heddle: %s\n", text);
}
