/* heddle check: one check of two versions, from its words to its reports. */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "job/ending.h"
#include "job/entries.h"
#include "job/job.h"
#include "job/output.h"
#include "job/program.h"
#include "job/reports.h"
#include "job/use_accept.h"
#include "job/use_cluster.h"
#include "job/use_store.h"
#include "job/versions.h"
#include "explain/chain.h"
#include "explain/explain.h"
#include "suite/folder.h"
#include "store/program_key.h"
#include "util/stop.h"

/* What one check holds from preparation to report. */
struct job {
  struct job_request *request;
  struct cli_options options;
  struct versions versions;
  char *out_dir; /* where tests go, or NULL */
  struct reports reports;
  struct report_status status;
  struct report_track track;
  struct store *store;               /* NULL: none */
  struct store_key old_key, new_key; /* of the programs as they were loaded, if there is a store */
  struct suite suite;
  struct check check;
};

static bool load_suite(struct job *job) {
  char why[600];
  bool good = suite_load(&job->suite, job->options.suite, why, sizeof why);
  if (!good) error_say("%s", why);
  job->options.explore.reuse.suite = job->options.explore.reuse.hunted = &job->suite;
  return good;
}

/* Who asks for a suite, or for paths, gets a test for each run, however many. */
static void choose_tests(struct cli_options *options) {
  if (!options->tests_chosen && (options->suite || options->guarantee == GUARANTEE_PATHS))
    options->explore.config.tests = TESTS_RUNS;
  if (options->suite) options->explore.config.max_tests = 0;
}

static bool prepare(void *context) {
  struct job *job = context;
  struct cli_options *options = &job->options;
  if (options->check_strategy == CHECK_STRATEGY_SUITE && !options->suite) {
    error_say("--strategy=suite needs the tests of the old version: --suite=DIR");
    return false;
  }
  if (!versions_load(&job->versions, options)) return false;
  choose_tests(options); /* versions_load has read heddle.toml */
  if (!use_accept_open(options)) return false;
  program_dump(options, job->versions.old);
  program_dump(options, job->versions.new);
  if (!reports_open(&job->reports, options)) return false;
  if (options->suite && !load_suite(job)) return false;
  if (options->explore.config.tests != TESTS_NONE) {
    job->out_dir = output_directory(options->out, ".heddle/tests/", job->versions.program);
    if (!output_prepare(job->out_dir)) return false;
  }
  options->explore.config.program_name = job->versions.program;
  options->explore.config.jobs = options_jobs(options);
  options->explore.output.out_dir = job->out_dir;
  options->explore.output.program_text = job->versions.new_description;
  if ((job->store = use_store_open(options))) {
    job->old_key = program_key_of(job->versions.old);
    job->new_key = program_key_of(job->versions.new);
  }
  use_store_record(job->store, options, job->versions.new);
  return true;
}

static void say(void *context, const char *text) {
  struct job *job = context;
  job_say(&job->status, &job->options, text);
}

static void check(void *context) {
  struct job *job = context;
  struct explore_hooks hooks = job_hooks(job->request, &job->options, &job->status, &job->track, "NEW");
  struct cluster *cluster = use_cluster_open(&job->options, &hooks);
  struct check_request request = {.old = job->versions.old,
                                  .new = job->versions.new,
                                  .options = &job->options.explore,
                                  .strategy = job->options.check_strategy,
                                  .guarantee = job->options.guarantee,
                                  .store = job->store,
                                  .suite = job->options.suite ? &job->suite : NULL,
                                  .suite_dir = job->options.suite,
                                  .jobs = job->options.jobs,
                                  .units = job->options.units,
                                  .hooks = &hooks,
                                  .say = say,
                                  .context = job};
  check_run(&request, &job->check);
  use_cluster_close(cluster, &job->options, &job->check.result);
  if (job->options.dump_change && job->check.impact) impact_find_backward(job->check.impact);
  if (job->options.dump_change) change_dump(job->check.change, job->check.impact, program_dump_file(&job->options));
  const struct statics *const statics[2] = {check_statics(&job->check, 0), check_statics(&job->check, 1)};
  struct explore_options options = job->options.explore;
  options.goal.statics = statics[1];
  explain_result(job->versions.new, &options, job->check.change->new.status, &job->check.result);
  explain_chains(job->check.change, statics, &options, &job->check.result);
  use_store_count(&job->options, &job->check.result);
  report_status_close(&job->status);
}

static bool write_report(struct job *job, const struct report_info *info) {
  const struct cli_options *options = &job->options;
  const struct result *result = &job->check.result;
  json_t *model = use_store_model(job->store, options, job->request->texts, job->request->ntexts, info, result);
  use_store_keep_run(job->store, job->old_key, job->new_key, model);
  if (job->out_dir) output_finish(job->out_dir, info, result);
  bool good = reports_write(&job->reports, options, info, result, model);
  json_decref(model);
  if (job->request->wants_model) job->request->model = model_make(info, result);
  return good;
}

static struct report_info info_of(const struct job *job, const struct report_versions *versions) {
  const struct cli_options *options = &job->options;
  struct report_info info = reports_info("check", &job->options, job->versions.new);
  info.name = job->versions.program;
  info.versions = versions;
  info.fail_on = options->fail_on;
  info.solver = &job->check.solver;
  info.track = &job->track;
  return info;
}

static bool report(struct job *job) {
  struct report_versions versions = {
      .check = &job->check, .old_name = job->versions.old_name, .new_name = job->versions.new_name};
  struct report_info info = info_of(job, &versions);
  return write_report(job, &info);
}

/* By the watchdog: how far the comparison of the versions has come is not known, so nothing is said about it. */
static int overrun(void *context, const char *what) {
  struct job *job = context;
  struct result *result = &job->check.result;
  ending_overrun(result, what);
  use_accept(&job->options, result, false);
  if (result->failures.count) result_add_note(result, "failures were not compared with those of the old version");
  struct report_info info = reports_info("check", &job->options, job->versions.new);
  info.name = job->versions.program;
  info.stats = false;
  bool good = write_report(job, &info);
  use_store_close(job->store);
  return good ? output_exit_code(result->verdict) : EXIT_USAGE;
}

static enum exit_code finish(void *context) {
  struct job *job = context;
  use_accept(&job->options, &job->check.result, false);
  return report(job) ? (enum exit_code)report_exit_code(&job->check.result, job->options.fail_on) : EXIT_USAGE;
}

static void release(struct job *job) {
  check_free(&job->check);
  use_store_close(job->store);
  suite_free(&job->suite);
  reports_close(&job->reports);
  versions_free(&job->versions);
  options_free(&job->options);
  job->request->out_dir = job->out_dir;
}

enum exit_code check_job(struct job_request *request) {
  static const struct job_steps steps = {"check", prepare, check, overrun, finish};
  struct job job = {.request = request};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_CHECK, request) &&
      (request->silent || !entries_run(&job.options, request->texts, request->ntexts, &code)))
    code = job_do(&steps, &job, &job.options, request);
  release(&job);
  return code;
}
