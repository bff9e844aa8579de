/* heddle run: one exploration of one version of a program, from its words to its reports. */
#include "job/job.h"

#include <stdlib.h>
#include <string.h>

#include "job/ending.h"
#include "job/entries.h"
#include "job/output.h"
#include "job/program.h"
#include "job/reports.h"
#include "job/use_accept.h"
#include "job/use_cluster.h"
#include "job/use_store.h"
#include "job/task_folder.h"
#include "job/task_property.h"
#include "explain/explain.h"
#include "explore/explore.h"
#include "suite/folder.h"
#include "store/program_key.h"
#include "util/stop.h"

/* What one exploration holds from preparation to report. */
struct job {
  struct job_request *request;
  struct cli_options options;
  struct ir_program *program;
  char *name, *out_dir, *description; /* of the program; where tests go, or NULL; how it was given */
  struct reports reports;
  struct report_track track;
  struct store *store;  /* NULL: none */
  struct store_key key; /* of the program, if there is a store */
  struct result result;
  struct smt_stats solver;
  struct task_run task; /* with --task */
  struct suite hunted;  /* with --hunt-from */
};

enum { HUNTED_RUNS = 100000 }; /* with --hunt-only, if no limit is given */

/* A task is decided by its first failure. Nothing is explored for a property that is not supported. */
static bool prepare_task(struct job *job) {
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

static bool load_tests(struct job *job) {
  char why[600];
  if (!job->options.hunt_from) return true;
  job->options.explore.reuse.hunted = &job->hunted;
  if (suite_load(&job->hunted, job->options.hunt_from, why, sizeof why)) return true;
  error_say("%s", why);
  return false;
}

static bool prepare(void *context) {
  struct job *job = context;
  struct cli_options *options = &job->options;
  if (!(options->task ? prepare_task(job) : program_configure(options, 0))) return false;
  if (!options->words.count) {
    error_say("missing PROGRAM; try: heddle run FILE.c, or name files in heddle.toml");
    return false;
  }
  if (!use_accept_open(options) || !load_tests(job)) return false;
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

static void explore(void *context) {
  struct job *job = context;
  struct report_status status;
  struct explore_hooks hooks = job_hooks(job->request, &job->options, &status, &job->track, NULL);
  struct cluster *cluster = use_cluster_open(&job->options, &hooks);
  explore_run(job->program, &job->options.explore, &hooks, &job->result, &job->solver);
  use_cluster_close(cluster, &job->options, &job->result);
  explain_result(job->program, &job->options.explore, NULL, &job->result);
  use_store_count(&job->options, &job->result);
  report_status_close(&status);
}

/* All of the result: a task may judge a part of it. */
static void keep(struct job *job) {
  if (use_store_keep_result(job->store, job->key, job->program, &job->options.explore.config, &job->result)) return;
  use_store_close(job->store);
  job->store = NULL;
}

static struct report_task task_of(const struct job *job) {
  enum task_outcome outcome = task_outcome(job->task.expected, job->result.verdict);
  return (struct report_task){.file = job->task.file,
                              .property = job->options.task ? job->task.row->name : NULL,
                              .expected = task_expected_text(job->task.expected),
                              .outcome = task_outcome_text(outcome)};
}

static struct report_info info_of(const struct job *job, const struct report_task *task) {
  const struct cli_options *options = &job->options;
  struct report_info info = reports_info("run", &job->options, job->program);
  info.name = job->name;
  info.task = options->task ? task : NULL;
  info.solver = &job->solver;
  info.track = &job->track;
  return info;
}

static bool report(struct job *job) {
  const struct cli_options *options = &job->options;
  struct report_task task = task_of(job);
  struct report_info info = info_of(job, &task);
  json_t *model = use_store_model(job->store, options, job->request->texts, job->request->ntexts, &info, &job->result);
  use_store_keep_run(job->store, (struct store_key){0}, job->key, model);
  if (job->out_dir) output_finish(job->out_dir, &info, &job->result);
  bool good = reports_write(&job->reports, options, &info, &job->result, model);
  if (options->task && !options->silent && !(options->json && !options->json_file))
    printf("%s: %s, expected %s: %s\n", task.file, task.property, task.expected, task.outcome);
  json_decref(model);
  if (job->request->wants_model) job->request->model = model_make(&info, &job->result);
  return good;
}

static enum exit_code judge(struct job *job) {
  if (job->options.task) task_run_judge(&job->task, &job->result);
  use_accept(&job->options, &job->result, true);
  enum fail_on on = job->options.fail_never ? FAIL_ON_NEVER : FAIL_ON_ANY;
  return report(job) ? (enum exit_code)report_exit_code(&job->result, on) : EXIT_USAGE;
}

static int overrun(void *context, const char *what) {
  struct job *job = context;
  ending_overrun(&job->result, what);
  enum exit_code code = judge(job);
  use_store_close(job->store);
  return code;
}

static enum exit_code finish(void *context) {
  keep(context);
  return judge(context);
}

static void release(struct job *job) {
  use_store_close(job->store);
  reports_close(&job->reports);
  if (job->program) ir_free(job->program);
  result_free(&job->result);
  suite_free(&job->hunted);
  if (job->options.task) task_run_free(&job->task);
  program_close(&job->options);
  options_free(&job->options);
  free(job->name);
  job->request->out_dir = job->out_dir;
  free(job->description);
}

/* The tasks of a folder, or the entries of a project: each is a command of its own. False: there is one program. */
static bool run_several(struct job *job, enum exit_code *code) {
  const struct job_request *request = job->request;
  if (!job->options.task || !task_folder_is(job->options.task))
    return !request->silent && entries_run(&job->options, request->texts, request->ntexts, code);
  if (job->options.rebuild_store) use_store_close(use_store_open(&job->options));
  *code = task_folder_run(&job->options, request->texts, request->ntexts);
  job->options.task = NULL;
  return true;
}

enum exit_code run_job(struct job_request *request) {
  static const struct job_steps steps = {"run", prepare, explore, overrun, finish};
  struct job job = {.request = request};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_RUN, request) && !run_several(&job, &code))
    code = job_do(&steps, &job, &job.options, request);
  else job.options.task = NULL;
  release(&job);
  return code;
}
