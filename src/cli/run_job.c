/* One exploration of one version of a program, from its command line to its reports. See run_job.h. */
#include "cli/run_job.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/entries.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "cli/use_accept.h"
#include "cli/use_store.h"
#include "cluster/cluster.h"
#include "cli/task_folder.h"
#include "cli/task_property.h"
#include "explain/explain.h"
#include "explore/explore.h"
#include "store/program_key.h"
#include "util/stop.h"

enum { HUNTED_RUNS = 100000 }; /* with --hunt-only, if no limit is given */

/* A task is decided by its first failure. Nothing is explored for a property that is not supported. */
static bool prepare_task(struct run_job *job) {
  struct cli_options *options = &job->options;
  for (uint32_t i = 0; i < options->recorded.count; i++) {
    if (strncmp(options->recorded.data[i], "--check", 7) && strncmp(options->recorded.data[i], "--data-model", 12))
      continue;
    error_say("--task says what to check and for which machine: %s cannot be given too", options->recorded.data[i]);
    return false;
  }
  if (!task_run_read(&job->task, options->task, options->property)) return false;
  if (!task_run_apply(&job->task, options)) return false;
  options->explore.config.stop_at_first_failure = !(options->explore.config.checks >> CHECK_MEMORY & 1);
  if (!job->task.row->options) options->explore.config.max_runs = 1;
  return true;
}

/* Everything that can be wrong with the request is found here. */
static bool prepare(struct run_job *job) {
  struct cli_options *options = &job->options;
  if (!(options->task ? prepare_task(job) : program_configure(options, 0))) return false;
  if (!options->words.count) {
    error_say("missing PROGRAM; try: heddle run FILE.c, or name files in heddle.toml");
    return false;
  }
  if (!use_accept_open(options)) return false;
  job->name = options->chosen ? mem_strdup(options->chosen) : program_name(options->words.data[0]);
  job->program = program_load(options, 0);
  if (!job->program) return false;
  if (!reports_open(&job->reports, options)) return false;
  if (options->explore.config.tests != TESTS_NONE) {
    job->out_dir = output_directory(options->out, "heddle-out/", job->name);
    if (!output_prepare(job->out_dir)) return false;
  }
  if (options->explore.config.hunt_only && !options->explore.config.max_runs &&
      !options->explore.config.timeout_seconds)
    options->explore.config.max_runs = HUNTED_RUNS;
  job->description = program_describe(options);
  options->explore.config.program_name = job->name;
  options->explore.config.jobs = options_jobs(options);
  options->explore.output.out_dir = job->out_dir;
  options->explore.output.program_text = job->description;
  if ((job->store = use_store_open(options))) {
    job->key = program_key_of(job->program);
    options->explore.output.keep_summaries = options->explore.config.prune == PRUNE_SUMMARIES;
    options->explore.output.keep_states = true;
    options->explore.output.keep_unsat_cores = true;
  }
  use_store_record(job->store, options, job->program);
  return true;
}

/* Without one that can be reached the work is done here. */
static struct cluster *join_cluster(struct run_job *job) {
  enum { REMOTE = 4 }; /* searches: all that there are may go on */
  char why[1000];
  if (!job->options.cluster) return NULL;
  struct cluster *cluster = cluster_open(job->options.cluster, why, sizeof why);
  if (cluster && cluster_submit(cluster, job->program, &job->options.explore, why, sizeof why)) {
    job->options.explore.config.jobs = REMOTE;
    return cluster;
  }
  warn_say("%s; going on without the cluster", why);
  cluster_close(cluster);
  return NULL;
}

static void explore(struct run_job *job) {
  struct report_status status;
  struct explore_hooks hooks = {.context = &status, .progress = report_status_show};
  report_status_open(&status, stderr);
  status.track = &job->track;
  if (job->options.level == REPORT_QUIET || job->options.silent) status.out = NULL;
  if (job->hooks) hooks = *job->hooks;
  struct cluster *cluster = join_cluster(job);
  if (cluster) hooks.remote = cluster_remote(cluster);
  explore_run(job->program, &job->options.explore, &hooks, &job->result, &job->solver);
  cluster_close(cluster);
  explain_result(job->program, &job->options.explore, NULL, &job->result);
  use_store_count(&job->options, &job->result);
  report_status_close(&status);
}

/* All of the result: a task may judge a part of it. */
static void keep(struct run_job *job) {
  if (use_store_keep_result(job->store, job->key, job->program, &job->options.explore.config, &job->result)) return;
  use_store_close(job->store);
  job->store = NULL;
}

static struct report_task task_of(const struct run_job *job) {
  enum task_outcome outcome = task_outcome(job->task.expected, job->result.verdict);
  return (struct report_task){.file = job->task.file,
                              .property = job->options.task ? job->task.row->name : NULL,
                              .expected = task_expected_text(job->task.expected),
                              .outcome = task_outcome_text(outcome)};
}

static struct report_info info_of(const struct run_job *job, const struct report_task *task) {
  const struct cli_options *options = &job->options;
  return (struct report_info){.command = "run",
                              .program = job->program,
                              .name = job->name,
                              .task = options->task ? task : NULL,
                              .solver = &job->solver,
                              .track = &job->track,
                              .level = options->level,
                              .stats = options->stats,
                              .max_warnings = options->explore.config.max_warnings,
                              .pruning = options->explore.config.explain_pruning,
                              .colour = options_wants_colour(&job->options),
                              .full_schedule = job->options.full_schedule,
                              .width = report_width(stdout)};
}

json_t *run_job_model(const struct run_job *job) {
  struct report_task task = task_of(job);
  struct report_info info = info_of(job, &task);
  return model_make(&info, &job->result);
}

static bool report(struct run_job *job) {
  const struct cli_options *options = &job->options;
  struct report_task task = task_of(job);
  struct report_info info = info_of(job, &task);
  json_t *model = use_store_model(job->store, options, job->texts, job->ntexts, &info, &job->result);
  use_store_keep_run(job->store, (struct store_key){0}, job->key, model);
  if (job->out_dir) output_finish(job->out_dir, &info, &job->result);
  bool good = reports_write(&job->reports, options, &info, &job->result, model);
  if (options->task && !options->silent && !(options->json && !options->json_file))
    printf("%s: %s, expected %s: %s\n", task.file, task.property, task.expected, task.outcome);
  json_decref(model);
  return good;
}

static enum exit_code finish(struct run_job *job) {
  if (job->options.task) task_run_judge(&job->task, &job->result);
  use_accept(&job->options, &job->result, true);
  enum fail_on on = job->options.fail_never ? FAIL_ON_NEVER : FAIL_ON_ANY;
  return report(job) ? (enum exit_code)report_exit_code(&job->result, on) : EXIT_USAGE;
}

static int overrun(void *context, const char *what) {
  struct run_job *job = context;
  ending_overrun(&job->result, what);
  enum exit_code code = finish(job);
  use_store_close(job->store);
  return code;
}

static enum exit_code explore_and_report(struct run_job *job) {
  const struct ending ending = {"run", job->texts, job->ntexts};
  if (!job->options.silent) ending_watch(&ending, job->options.explore.config.timeout_seconds);
  if (!prepare(job)) return job->options.silent ? EXIT_USAGE : ending_early(&ending, job->options.level);
  if (!job->options.silent) stop_on_overrun(overrun, job);
  explore(job);
  if (!job->options.silent) stop_end();
  keep(job);
  return finish(job);
}

void run_job_close(struct run_job *job) {
  use_store_close(job->store);
  reports_close(&job->reports);
  if (job->program) ir_free(job->program);
  result_free(&job->result);
  if (job->options.task) task_run_free(&job->task);
  program_close(&job->options);
  options_free(&job->options);
  free(job->name);
  free(job->out_dir);
  free(job->description);
}

enum exit_code run_job_execute(struct run_job *job) {
  enum exit_code code = EXIT_USAGE;
  bool good = options_read(&job->options, OPTIONS_RUN, job->texts, job->ntexts);
  job->options.silent = job->silent;
  if (!good) {
    error_say("%s", job->options.error);
    if (!job->silent) ending_early(&(struct ending){"run", job->texts, job->ntexts}, job->options.level);
  } else if (job->options.help) {
    help_command(stdout, OPTIONS_RUN);
    code = EXIT_SAFE;
  } else if (job->options.task && task_folder_is(job->options.task)) {
    if (job->options.rebuild_store) use_store_close(use_store_open(&job->options));
    code = task_folder_run(&job->options, job->texts, job->ntexts);
    job->options.task = NULL;
  } else if (job->silent || !entries_run(&job->options, job->texts, job->ntexts, &code)) code = explore_and_report(job);
  return code;
}
