/* One chain of versions. Of its first two: a suite of the old one, made by exploring every path, then checks with it in
   all ways: with and without a store, in units and in several processes. Then one suite is kept along the whole chain
   (suites_along.c). */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "suite/keep.h"
#include "suites_inside.h"
#include "util/error.h"

void suites_differ(struct suites_court *c, const char *format, ...) {
  va_list ap;
  if (c->what) return;
  va_start(ap, format);
  if (vasprintf(&c->what, format, ap) < 0) abort();
  va_end(ap);
}

static void compare_directories(struct suites_court *c, const char *a, const char *b) {
  struct suite x, y;
  suites_load(&x, a);
  suites_load(&y, b);
  bool same = x.tests.count == y.tests.count;
  for (uint32_t i = 0; same && i < x.tests.count; i++)
    same = !strcmp(keep_name(x.tests.data[i].path), keep_name(y.tests.data[i].path)) &&
           suites_same_file(x.tests.data[i].path, y.tests.data[i].path);
  if (!same) suites_differ(c, "several processes: other tests than those of one process");
  suite_free(&x);
  suite_free(&y);
}

static void judge_pair(struct suites_court *c) {
  static const struct suites_step steps[] = {
      {.name = "suite", .strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_PATHS, .units = 1, .jobs = 1},
      {.name = "suite with a store",
       .strategy = CHECK_STRATEGY_SUITE,
       .tests = TESTS_PATHS,
       .units = 1,
       .jobs = 1,
       .stored = true},
      {.name = "suite with a store again",
       .strategy = CHECK_STRATEGY_SUITE,
       .tests = TESTS_PATHS,
       .units = 1,
       .jobs = 1,
       .stored = true},
      {.name = "suite of runs", .strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_RUNS, .units = 1, .jobs = 1},
      {.name = "auto", .strategy = CHECK_STRATEGY_AUTO, .tests = TESTS_RUNS, .units = 1, .jobs = 1},
      {.name = "2 units", .strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_PATHS, .units = 2, .jobs = 1},
      {.name = "5 units", .strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_PATHS, .units = 5, .jobs = 1},
  };
  for (unsigned i = 0; i < sizeof steps / sizeof *steps && !c->what; i++) {
    struct suites_step step = steps[i];
    char *made = suites_make_directory(c, "made");
    step.new = 1;
    step.suite_dir = step.before = c->truth[0].dir;
    step.out_dir = made;
    suites_check(c, &step, i == 0);
    if (step.units > 1 && !c->what) {
      char *other = suites_make_directory(c, "other");
      step.name = "several processes";
      step.jobs = 2;
      step.out_dir = other;
      suites_check(c, &step, false);
      compare_directories(c, made, other);
      suites_remove_directory(other);
    }
    suites_remove_directory(made);
  }
  suites_remove_store(c);
}

static struct explore_options brute_options(void) {
  struct cli_options options;
  const char *words[] = {"--timeout=2", "--max-runs=3000", "--tests=none"};
  if (!options_read(&options, OPTIONS_RUN, words, 3)) error_exit(EXIT_USAGE, "%s", options.error);
  struct explore_options brute = options.explore;
  brute.config.program_name = "program";
  options_free(&options);
  return brute;
}

static void free_truth(struct suites_truth *t) {
  if (t->program) ir_free(t->program);
  suites_remove_directory(t->dir);
  vec_free(&t->runs);
  vec_free(&t->passing);
  pairs_truth_free(&t->failures);
}

char *suites_judge(const struct suites_chain *chain, const char *directory, struct suites_figures *figures) {
  struct suites_court c = {.chain = chain, .directory = directory, .figures = figures, .brute = brute_options()};
  const char *words[] = {"--timeout=30", "--tests=paths"};
  if (!options_read(&c.options, OPTIONS_RUN, words, 2)) error_exit(EXIT_USAGE, "%s", c.options.error);
  c.options.explore.config.program_name = "program";
  while (c.count < chain->count && suites_find_truth(&c, c.count)) c.count++;
  if (c.count < 2) figures->undecided++;
  else {
    figures->pairs++;
    judge_pair(&c);
    if (!c.what) suites_along(&c);
  }
  suites_remove_store(&c);
  for (uint32_t i = 0; i < PAIRS_VERSIONS; i++) free_truth(&c.truth[i]);
  options_free(&c.options);
  return c.what;
}
