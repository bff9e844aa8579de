/* `heddle check` as a job: what a check of two versions holds from its command line to its reports. The command and the
   library (api/) use it. */
#ifndef HEDDLE_CLI_CHECK_JOB_H
#define HEDDLE_CLI_CHECK_JOB_H
#include "check/check.h"
#include "cli/options.h"
#include "cli/reports.h"
#include "cli/versions.h"
#include "store/store.h"
#include "util/error.h"
#include "suite/folder.h"

/* What one check holds from preparation to report. */
struct check_job {
  struct cli_options options;
  struct versions versions;
  char *out_dir; /* where tests go, or NULL */
  struct reports reports;
  struct report_track track;
  const char *const *texts;
  uint32_t ntexts;
  struct store *store;               /* NULL: none */
  struct store_key old_key, new_key; /* of the programs as they were loaded, if there is a store */
  struct suite suite;
  struct check check;
  const struct explore_hooks *hooks; /* who watches; NULL: the status line */
  bool silent;                       /* nothing is printed, and no signal is caught */
};

/* With texts, ntexts, hooks and silent set, all else zero. Returns the exit code; what was found is in the job. */
enum exit_code check_job_execute(struct check_job *job);
json_t *check_job_model(const struct check_job *job); /* what --json prints; freed with json_decref */
void check_job_close(struct check_job *job);
#endif
