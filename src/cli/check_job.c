/* One check of two versions, from its command line to its reports. See check_job.h. */
#include "cli/check_job.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/entries.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "cli/use_accept.h"
#include "cli/use_store.h"
#include "cli/versions.h"
#include "explain/chain.h"
#include "explain/explain.h"
#include "suite/folder.h"
#include "store/program_key.h"
#include "util/stop.h"

static bool load_suite(struct check_job *job) {
  char why[600];
  bool good = suite_load(&job->suite, job->options.suite, why, sizeof why);
  if (!good) error_say("%s", why);
  job->options.explore.reuse.suite = &job->suite;
  return good;
}

/* Who asks for a suite, or for paths, gets a test for each run, however many. */
static void choose_tests(struct cli_options *options) {
  if (!options->tests_chosen && (options->suite || options->guarantee == GUARANTEE_PATHS))
    options->explore.config.tests = TESTS_RUNS;
  if (options->suite) options->explore.config.max_tests = 0;
}

static bool prepare(struct check_job *job) {
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
  const struct check_job *job = context;
  if (job->options.level != REPORT_QUIET && !job->options.silent) fprintf(stderr, "heddle: %s\n", text);
}

static void check(struct check_job *job) {
  struct report_status status;
  struct explore_hooks hooks = {
      .context = &status, .phase = "NEW", .progress = report_status_show, .working = report_status_phase};
  report_status_open(&status, stderr);
  status.track = &job->track;
  if (job->options.level == REPORT_QUIET || job->options.silent) status.out = NULL;
  if (job->hooks) hooks = *job->hooks;
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
  if (job->options.dump_change) change_dump(job->check.change, job->check.impact, program_dump_file(&job->options));
  explain_result(job->versions.new, &job->options.explore, job->check.change->new.status, &job->check.result);
  explain_chains(job->check.change, &job->options.explore, &job->check.result);
  use_store_count(&job->options, &job->check.result);
  report_status_close(&status);
}

static bool write_report(struct check_job *job, const struct report_info *info) {
  const struct cli_options *options = &job->options;
  const struct result *result = &job->check.result;
  json_t *model = use_store_model(job->store, options, job->texts, job->ntexts, info, result);
  use_store_keep_run(job->store, job->old_key, job->new_key, model);
  if (job->out_dir) output_finish(job->out_dir, info, result);
  bool good = reports_write(&job->reports, options, info, result, model);
  json_decref(model);
  return good;
}

static struct report_info info_of(const struct check_job *job, const struct report_versions *versions) {
  const struct cli_options *options = &job->options;
  return (struct report_info){.command = "check",
                              .program = job->versions.new,
                              .name = job->versions.program,
                              .versions = versions,
                              .fail_on = options->fail_on,
                              .solver = &job->check.solver,
                              .track = &job->track,
                              .level = options->level,
                              .stats = options->stats,
                              .max_warnings = options->explore.config.max_warnings,
                              .pruning = options->explore.config.explain_pruning,
                              .colour = options_wants_colour(&job->options),
                              .full_schedule = job->options.full_schedule,
                              .width = report_width(stdout)};
}

static struct report_versions versions_of(const struct check_job *job) {
  return (struct report_versions){
      .check = &job->check, .old_name = job->versions.old_name, .new_name = job->versions.new_name};
}

json_t *check_job_model(const struct check_job *job) {
  struct report_versions versions = versions_of(job);
  struct report_info info = info_of(job, &versions);
  return model_make(&info, &job->check.result);
}

static bool report(struct check_job *job) {
  struct report_versions versions = versions_of(job);
  struct report_info info = info_of(job, &versions);
  return write_report(job, &info);
}

/* By the watchdog: how far the comparison of the versions has come is not known, so nothing is said about it. */
static int overrun(void *context, const char *what) {
  struct check_job *job = context;
  struct result *result = &job->check.result;
  ending_overrun(result, what);
  use_accept(&job->options, result, false);
  if (result->failures.count) result_add_note(result, "failures were not compared with those of the old version");
  struct report_info info = {.command = "check",
                             .program = job->versions.new,
                             .name = job->versions.program,
                             .level = job->options.level,
                             .colour = options_wants_colour(&job->options),
                             .full_schedule = job->options.full_schedule,
                             .width = report_width(stdout)};
  bool good = write_report(job, &info);
  use_store_close(job->store);
  return good ? output_exit_code(result->verdict) : EXIT_USAGE;
}

static enum exit_code check_and_report(struct check_job *job) {
  const struct ending ending = {"check", job->texts, job->ntexts};
  if (!job->options.silent) ending_watch(&ending, job->options.explore.config.timeout_seconds);
  if (!prepare(job)) return job->options.silent ? EXIT_USAGE : ending_early(&ending, job->options.level);
  if (!job->options.silent) stop_on_overrun(overrun, job);
  check(job);
  if (!job->options.silent) stop_end();
  use_accept(&job->options, &job->check.result, false);
  return report(job) ? (enum exit_code)report_exit_code(&job->check.result, job->options.fail_on) : EXIT_USAGE;
}

enum exit_code check_job_execute(struct check_job *job) {
  enum exit_code code = EXIT_USAGE;
  bool good = options_read(&job->options, OPTIONS_CHECK, job->texts, job->ntexts);
  job->options.silent = job->silent;
  if (!good) {
    error_say("%s", job->options.error);
    if (!job->silent) ending_early(&(struct ending){"check", job->texts, job->ntexts}, job->options.level);
  } else if (job->options.help) {
    help_command(stdout, OPTIONS_CHECK);
    code = EXIT_SAFE;
  } else if (job->silent || !entries_run(&job->options, job->texts, job->ntexts, &code)) code = check_and_report(job);
  return code;
}

void check_job_close(struct check_job *job) {
  check_free(&job->check);
  use_store_close(job->store);
  suite_free(&job->suite);
  reports_close(&job->reports);
  versions_free(&job->versions);
  options_free(&job->options);
  free(job->out_dir);
}
