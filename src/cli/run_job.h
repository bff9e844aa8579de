/* `heddle run` as a job: what an exploration holds from its command line to its reports. The command and the library
   (api/) use it. */
#ifndef HEDDLE_CLI_RUN_JOB_H
#define HEDDLE_CLI_RUN_JOB_H
#include "cli/options.h"
#include "cli/reports.h"
#include "cli/task_property.h"
#include "store/store.h"
#include "util/error.h"

/* What one exploration holds from preparation to report. */
struct run_job {
  struct cli_options options;
  struct ir_program *program;
  char *name, *out_dir, *description; /* of the program; where tests go, or NULL; how it was given */
  struct reports reports;
  struct report_track track;
  const char *const *texts; /* of the command line */
  uint32_t ntexts;
  struct store *store;  /* NULL: none */
  struct store_key key; /* of the program, if there is a store */
  struct result result;
  struct smt_stats solver;
  struct task_run task;              /* with --task */
  const struct explore_hooks *hooks; /* who watches; NULL: the status line */
  bool silent;                       /* nothing is printed, and no signal is caught */
};

/* With texts, ntexts, hooks and silent set, all else zero. Returns the exit code; what was found is in the job. */
enum exit_code run_job_execute(struct run_job *job);
json_t *run_job_model(const struct run_job *job); /* what --json prints; freed with json_decref */
void run_job_close(struct run_job *job);
#endif
