/* What is so about one version: all its paths, with a test for each, and which run a test makes there. */
#include <stdlib.h>
#include <string.h>

#include "extract.h"
#include "suite/keep.h"
#include "suite/meta.h"
#include "suites_inside.h"

struct ir_program *suites_program(const struct suites_court *c, uint32_t version) {
  return extract_program(c->chain->version[version].image, c->chain->version[version].entry);
}

bool suites_fails(const struct suite_test *test) {
  struct meta_verdict verdict;
  bool failing = meta_verdict_decode(&test->test, &verdict) && verdict.kind;
  meta_verdict_free(&verdict);
  return failing;
}

/* What two tests differ in: their paths. With threads a test is one run, in which the inputs have values: an
   exploration may tell two orders apart that are one for them, as those of an access at an index and another one that
   it misses. A failing run is as good as any other one in which the thread takes that path to that failure: what others
   did before is no part of it. */
static uint64_t identity_of(const struct explore_replay_request *replay, const struct result *result) {
  return replay->threads && !result->failures.count ? replay->run : replay->path;
}

/* With threads a failure at another line than the recorded one is another failure. */
static bool ends_as_recorded(const struct meta_verdict *verdict, const struct explore_replay_request *replay,
                             const struct result *result) {
  if (!verdict->kind || !result->failures.count) return !verdict->kind == !result->failures.count;
  const struct result_failure *f = &vec_last(&result->failures);
  if (strcmp(verdict->kind, failure_kind_text(f->kind))) return false;
  return !replay->threads || (f->nframes && f->frames[0].line == verdict->line);
}

/* A schedule of threads means nothing where there is only one. */
static bool is_followed(const struct explore_replay_request *replay, const struct result *result) {
  bool foreign = ktest_find(replay->test, META_SCHEDULE) && !replay->threads;
  return !replay->diverged && !replay->excluded && !result->reasons.count && !foreign;
}

struct suites_seen suites_replay(const struct suites_court *c, uint32_t version, const struct suite_test *test,
                                 bool is_old, uint64_t path) {
  struct explore_options options = c->options.explore;
  struct meta_verdict verdict = {0};
  struct explore_replay_request replay = {.test = &test->test, .other_version = is_old};
  struct result result = {0};
  bool has_verdict = meta_verdict_decode(&test->test, &verdict);
  if (has_verdict && verdict.kind) replay.kind = verdict.kind, replay.file = verdict.file, replay.line = verdict.line;
  options.config.tests = TESTS_NONE;
  explore_replay(c->truth[version].program, &options, &replay, &result);
  struct suites_seen seen = {.identity = identity_of(&replay, &result), .threads = replay.threads};
  seen.fits = is_followed(&replay, &result) && (!has_verdict || ends_as_recorded(&verdict, &replay, &result));
  if (replay.diverged) seen.why = "does not fit";
  else if (replay.path != path) seen.why = "takes another path";
  else if (has_verdict && !verdict.kind != !result.failures.count) seen.why = "ends otherwise";
  if (has_verdict) meta_verdict_free(&verdict);
  free(replay.schedule);
  result_free(&result);
  return seen;
}

/* ---- all paths of a version */

static bool explore(struct suites_court *c, uint32_t version) {
  enum { MOST_RUNS = 250 };
  struct suites_truth *t = &c->truth[version];
  struct explore_options options = c->options.explore;
  struct ir_program *program = suites_program(c, version);
  struct result result = {0};
  struct smt_stats solver;
  options.config.tests = TESTS_PATHS;
  options.output.out_dir = t->dir;
  options.config.max_runs = MOST_RUNS;
  explore_run(program, &options, NULL, &result, &solver);
  pairs_truth_take(&t->failures, &result);
  if (version == 1) c->figures->asked_full += solver.by_z3;
  bool good = !result.reasons.count;
  result_free(&result);
  ir_free(program);
  return good;
}

void suites_add_seen(suites_hashes *list, const struct suites_seen *seen) {
  for (uint32_t i = 0; seen->threads && i < list->count; i++)
    if (list->data[i] == seen->identity) return;
  vec_push(list, seen->identity);
}

bool suites_find_truth(struct suites_court *c, uint32_t version) {
  struct suites_truth *t = &c->truth[version];
  struct suite all;
  char name[20];
  snprintf(name, sizeof name, "v%u", version);
  t->dir = suites_make_directory(c, name);
  t->program = suites_program(c, version);
  if (!explore(c, version)) return false;
  suites_load(&all, t->dir);
  for (uint32_t i = 0; i < all.tests.count; i++) {
    uint64_t path = 0;
    meta_path_decode(&all.tests.data[i].test, &path);
    struct suites_seen seen = suites_replay(c, version, &all.tests.data[i], false, path);
    suites_add_seen(&t->runs, &seen);
    if (!suites_fails(&all.tests.data[i])) suites_add_seen(&t->passing, &seen);
    if (seen.why) suites_differ(c, "full: version %u: %s %s", version, keep_name(all.tests.data[i].path), seen.why);
  }
  suites_sort(&t->runs);
  suites_sort(&t->passing);
  c->figures->paths += version ? all.tests.count : 0;
  suite_free(&all);
  return true;
}
