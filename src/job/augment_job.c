/* heddle augment: a suite of tests extended for what a change affects. */
#include "augment/augment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/ending.h"
#include "job/job.h"
#include "job/output.h"
#include "job/program.h"
#include "job/reports.h"
#include "job/use_accept.h"
#include "job/use_store.h"
#include "job/versions.h"
#include "explain/explain.h"
#include "explore/relevance.h"
#include "report/augment_report.h"
#include "store/program_key.h"
#include "util/clock.h"
#include "util/map.h"
#include "util/stop.h"

struct job {
  struct job_request *request;
  struct cli_options options;
  struct versions versions;   /* of two */
  struct ir_program *program; /* the new version, or the only one */
  char *name, *description;   /* of the only one */
  char *out_dir;
  struct reports reports;
  struct report_status status;
  struct report_track track;
  struct suite suite;
  struct change *change;
  struct impact *impact;
  struct statics *statics; /* of one version */
  struct pairs *pairs;
  struct targets targets;
  struct augment augment;
  bool has_run;
  double static_seconds;
  struct store *store; /* NULL: none */
  struct store_key old_key, new_key;
};

/* ---- what is given ---- */

static bool load_one(struct job *job) {
  struct cli_options *options = &job->options;
  if (!program_configure(options, 0)) return false;
  if (!options->words.count) {
    error_say("missing PROGRAM; try: heddle augment --all FILE.c --suite=DIR");
    return false;
  }
  job->name = program_name(options->words.data[0]);
  job->program = program_load(options, 0);
  job->description = job->program ? program_describe(options) : NULL;
  options->explore.config.program_name = job->name;
  options->explore.output.program_text = job->description;
  return job->program != NULL;
}

static bool load_two(struct job *job) {
  if (!versions_load(&job->versions, &job->options)) return false;
  job->program = job->versions.new;
  job->options.explore.config.program_name = job->versions.program;
  job->options.explore.output.program_text = job->versions.new_description;
  return true;
}

static bool load_suite(struct job *job) {
  char why[600];
  if (job->options.list_targets) return true;
  if (!job->options.suite) {
    error_say("missing --suite=DIR: the tests that are there already (an empty directory if there are none)");
    return false;
  }
  bool good = suite_load(&job->suite, job->options.suite, why, sizeof why);
  if (!good) error_say("%s", why);
  return good;
}

static bool prepare_output(struct job *job) {
  const char *program = job->options.explore.config.program_name;
  if (job->options.list_targets) return true;
  job->out_dir = output_directory(job->options.out, ".heddle/augment/", program);
  job->options.explore.output.out_dir = job->out_dir;
  job->options.explore.config.jobs = options_jobs(&job->options);
  return output_make(job->out_dir);
}

static bool prepare(void *context) {
  struct job *job = context;
  if (!(job->options.all_targets ? load_one(job) : load_two(job)) || !use_accept_open(&job->options) ||
      !load_suite(job))
    return false;
  if (!reports_open(&job->reports, &job->options)) return false;
  if (!prepare_output(job)) return false;
  if (!job->options.list_targets && (job->store = use_store_open(&job->options))) {
    if (!job->options.all_targets) job->old_key = program_key_of(job->versions.old);
    job->new_key = program_key_of(job->program);
  }
  use_store_record(job->store, &job->options, job->program);
  return true;
}

/* ---- what to cover ---- */

static void find_branches(struct job *job) {
  const struct statics *statics = job->impact ? job->impact->new_statics : job->statics;
  targets_of_branches(&job->targets, job->program, statics, job->impact ? &job->impact->forward : NULL);
}

static void find_targets(struct job *job) {
  double start = clock_now();
  uint32_t checks = job->options.explore.config.checks;
  if (!job->options.all_targets) job->change = change_open(job->versions.old, job->versions.new);
  if (job->change && !job->change->nothing)
    job->impact = impact_open(job->change, checks, &(struct impact_failures){0});
  if (!job->impact) job->statics = static_open(job->program);
  if (job->change && job->change->nothing) job->targets.criterion = job->options.criterion;
  else if (job->options.criterion == CRITERION_BRANCHES) find_branches(job);
  else {
    job->pairs = pairs_open(job->program, job->change, job->impact);
    targets_of_pairs(&job->targets, job->pairs);
  }
  job->static_seconds = clock_now() - start;
}

/* ---- doing it ---- */

static void say(void *context, const char *text) {
  struct job *job = context;
  job_say(&job->status, &job->options, text);
}

/* Whatever decides about targets and runs. Another build may have other rules. */
static struct store_key key_of(const struct job *job) {
  const struct cli_options *o = &job->options;
  struct store_key engine = program_key_of_engine(),
                   key = program_key_of_run(job->program, program_key_of(job->program), &o->explore.config, true);
  struct store_key old = {0};
  if (job->change) old = program_key_of(job->versions.old);
  uint64_t more = hash_join(hash_join(o->seed, o->criterion), (uint64_t)o->all_targets << 1 | o->reuse_tests);
  for (uint32_t i = 0; i < job->targets.list.count; i++)
    more = hash_join(more, (uint64_t)job->targets.list.data[i].first << 32 | job->targets.list.data[i].second);
  key.low = hash_join(hash_join(hash_join(key.low, engine.low), old.low), more);
  key.high = hash_join(hash_join(hash_join(key.high, engine.high), old.high), ~more);
  return key;
}

/* A simpler schedule may lead to a failure without meeting the targets that its test covers, and tests of the suite
   stay as they are: what is shown is simple, what is in the test is not changed. */
static void explain(struct job *job) {
  struct result *result = &job->augment.result;
  const char **tests = mem_zalloc((result->failures.count + 1) * sizeof *tests);
  for (uint32_t i = 0; i < result->failures.count; i++) {
    tests[i] = result->failures.data[i].test;
    result->failures.data[i].test = NULL;
  }
  explain_result(job->program, &job->options.explore, job->change ? job->change->new.status : NULL, result);
  for (uint32_t i = 0; i < result->failures.count; i++) result->failures.data[i].test = tests[i];
  free(tests);
}

static void augment(struct job *job) {
  const struct cli_options *o = &job->options;
  struct explore_hooks hooks = job_hooks(job->request, o, &job->status, &job->track, NULL);
  struct augment_request request = {.program = job->program,
                                    .statics = job->impact ? job->impact->new_statics : job->statics,
                                    .change = job->change,
                                    .options = &o->explore,
                                    .targets = &job->targets,
                                    .suite = &job->suite,
                                    .suite_dir = o->suite,
                                    .key = key_of(job),
                                    .seed = o->seed,
                                    .random = o->random_schedules,
                                    .order = o->target_order,
                                    .reuse = o->reuse_tests,
                                    .only_random = o->only_random,
                                    .only_targets = o->only_targets,
                                    .restart = o->restart,
                                    .store = job->store,
                                    .hooks = &hooks,
                                    .say = say,
                                    .context = job};
  augment_run(&request, &job->augment);
  explain(job);
  report_status_close(&job->status);
  job->has_run = true;
}

/* ---- saying it ---- */

/* A list of targets is no result that one reads again. */
static bool write_report(struct job *job, const struct report_info *info) {
  const struct cli_options *options = &job->options;
  const struct result *result = &job->augment.result;
  json_t *model = use_store_model(job->store, options, job->request->texts, job->request->ntexts, info, result);
  if (!options->list_targets) use_store_keep_run(job->store, job->old_key, job->new_key, model);
  if (job->out_dir) output_summary(job->out_dir, info, result);
  bool good = reports_write(&job->reports, options, info, result, model);
  json_decref(model);
  if (job->request->wants_model) job->request->model = model_make(info, result);
  return good;
}

static bool report(struct job *job) {
  const struct cli_options *options = &job->options;
  struct augment_view view = {.program = job->program,
                              .targets = &job->targets,
                              .change = job->change,
                              .impact = job->impact,
                              .augment = job->has_run ? &job->augment : NULL,
                              .only_targets = options->only_targets,
                              .static_seconds = job->static_seconds,
                              .level = options->level};
  struct report_extra extra = {
      .context = &view, .verdict = augment_view_verdict, .text = augment_view_text, .json = augment_view_json};
  struct report_info info = reports_info("augment", &job->options, job->program);
  info.name = job->options.explore.config.program_name;
  info.extra = &extra;
  info.change = job->change;
  info.solver = &job->augment.solver;
  info.track = &job->track;
  return write_report(job, &info);
}

/* Who asks for targets alone has what he wants when all are decided. */
static enum exit_code code_of(const struct job *job) {
  const struct augment *a = &job->augment;
  if (!job->has_run) return EXIT_SAFE;
  bool decided = job->options.only_targets && !a->stopped && !targets_count(&job->targets, TARGET_OPEN);
  return decided && !a->result.failures.count ? EXIT_SAFE : output_exit_code(a->result.verdict);
}

/* By the watchdog: the tests so far are in the directory, and the state says what is left to do. */
static int overrun(void *context, const char *what) {
  struct job *job = context;
  struct result *result = &job->augment.result;
  struct report_info info = reports_info("augment", &job->options, job->program);
  info.stats = false;
  ending_overrun(result, what);
  use_accept(&job->options, result, false);
  bool good = write_report(job, &info);
  use_store_close(job->store);
  return good ? output_exit_code(result->verdict) : EXIT_USAGE;
}

static void work(void *context) {
  struct job *job = context;
  stop_enter(&(struct stop_part){.what = "the static analysis"});
  find_targets(job);
  stop_leave();
  if (!job->options.list_targets) augment(job);
}

static enum exit_code finish(void *context) {
  struct job *job = context;
  use_accept(&job->options, &job->augment.result, false);
  return report(job) ? code_of(job) : EXIT_USAGE;
}

static void release(struct job *job) {
  augment_free(&job->augment);
  targets_free(&job->targets);
  if (job->pairs) pairs_close(job->pairs);
  impact_close(job->impact);
  if (job->statics) static_close(job->statics);
  change_close(job->change);
  suite_free(&job->suite);
  use_store_close(job->store);
  reports_close(&job->reports);
  if (job->options.all_targets && job->program) ir_free(job->program);
  if (job->options.all_targets) program_close(&job->options);
  else versions_free(&job->versions);
  options_free(&job->options);
  job->request->out_dir = job->out_dir;
  free(job->name);
  free(job->description);
}

enum exit_code augment_job(struct job_request *request) {
  static const struct job_steps steps = {"augment", prepare, work, overrun, finish};
  struct job job = {.request = request};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_AUGMENT, request)) code = job_do(&steps, &job, &job.options, request);
  release(&job);
  return code;
}
