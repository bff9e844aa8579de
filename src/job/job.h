/* The commands as jobs: each from its words to its reports. The library (api/) does them, and by it the command line.

   A job reads its words (job_read), is prepared, works, and reports (job_do). What it holds it frees before it returns;
   what was found is left in the request, if somebody wants it. */
#ifndef HEDDLE_JOB_JOB_H
#define HEDDLE_JOB_JOB_H
#include <jansson.h>

#include "job/options.h"
#include "explore/explore.h"
#include "util/error.h"

struct job_request {
  const char *const *texts; /* the words of the command line, without the command */
  uint32_t ntexts;
  const struct explore_hooks *hooks; /* who watches; NULL: the status line */
  bool silent;                       /* nothing is printed, and no signal is caught */
  bool wants_model;
  json_t *model; /* after the job: what --json prints; NULL: nobody wanted it, or there is no result */
  char *out_dir; /* after the job: where tests were written; NULL: nowhere */
};

/* Each returns the exit code of the command. */
typedef enum exit_code job_function(struct job_request *request);
job_function run_job, check_job, diff_job, augment_job, replay_job, report_job;
/* These print what they did, silent or not, and leave nothing in the request. */
job_function accept_job, harness_job, init_job, link_job, worker_job, status_job;

/* ---- what they share ---- */

/* Reads the words. False: the message was said, and with --json written. */
bool job_read(struct cli_options *options, enum options_command command, const struct job_request *request);

struct job_steps {
  const char *name;           /* of the command */
  bool (*prepare)(void *job); /* false after a message; everything that can be wrong with the request is found here */
  void (*work)(void *job);    /* what may take long */
  int (*overrun)(void *job, const char *what); /* instead of what follows, by the watchdog: see stop_on_overrun */
  enum exit_code (*finish)(void *job);
};
/* The steps one after the other, under the watch of signals and of the time limit unless the job is silent. */
enum exit_code job_do(const struct job_steps *steps, void *job, const struct cli_options *options,
                      const struct job_request *request);

/* What a watcher or the status line gets to see. The latter is opened, and closed with report_status_close. */
struct explore_hooks job_hooks(const struct job_request *request, const struct cli_options *options,
                               struct report_status *status, struct report_track *track, const char *phase);
/* A line for who waits, beside the status line. */
void job_say(struct report_status *status, const struct cli_options *options, const char *text);
#endif
