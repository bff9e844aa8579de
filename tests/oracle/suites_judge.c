/* One pair of versions: a suite of the old one, made by exploring every path, then checks with it. What must come out:
   the failures of a full exploration, a test for each of its paths and no other, kept tests that are the old ones,
   tests that take the path which they are said to take, and the same from one process or several. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/check.h"
#include "cli/options.h"
#include "extract.h"
#include "pairs.h"
#include "suite/folder.h"
#include "suite/keep.h"
#include "suite/meta.h"
#include "suites.h"
#include "util/error.h"

typedef VEC(uint64_t) hashes;

struct court {
  const struct suites_pair *pair;
  const char *directory;
  struct suites_figures *figures;
  struct cli_options options;
  char *old_dir, *new_dir; /* suites: of the old version; of all paths of the new one */
  struct ir_program *new;  /* for replays: nothing changes it */
  struct suite suite;      /* in old_dir */
  hashes paths;            /* of the new version without failures, as its tests say, sorted */
  hashes runs;             /* the same as replays show them (see identity_of) */
  struct pairs_truth old_truth, new_truth;
  char *what;
};

static void differ(struct court *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differ(struct court *c, const char *format, ...) {
  va_list ap;
  if (c->what) return;
  va_start(ap, format);
  if (vasprintf(&c->what, format, ap) < 0) abort();
  va_end(ap);
}

/* ---- directories ---- */

static char *make_directory(const struct court *c, const char *name) {
  char *path;
  if (asprintf(&path, "%s/%s", c->directory, name) < 0 || mkdir(path, 0777))
    error_exit(EXIT_USAGE, "cannot make a directory %s", name);
  return path;
}

static void remove_directory(char *path) {
  DIR *dir = opendir(path);
  for (const struct dirent *entry; dir && (entry = readdir(dir));) unlinkat(dirfd(dir), entry->d_name, 0);
  if (dir) closedir(dir);
  rmdir(path);
  free(path);
}

static void load(struct suite *suite, const char *directory) {
  char why[600];
  *suite = (struct suite){0};
  if (!suite_load(suite, directory, why, sizeof why)) error_exit(EXIT_USAGE, "%s", why);
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort(hashes *list) {
  if (list->count) qsort(list->data, list->count, sizeof *list->data, by_value);
}

static bool same_file(const char *a, const char *b) {
  char x[1 << 14], y[1 << 14];
  FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
  size_t n = f ? fread(x, 1, sizeof x, f) : 0, m = g ? fread(y, 1, sizeof y, g) : 1;
  if (f) fclose(f);
  if (g) fclose(g);
  return n == m && !memcmp(x, y, n);
}

/* ---- explorations ---- */

static struct ir_program *program_of(const struct court *c, bool new) {
  return new ? extract_program(c->pair->new_image, c->pair->new_entry)
             : extract_program(c->pair->old_image, c->pair->old_entry);
}

/* Every path of a version, with a test for each. False: there are too many. */
static bool explore(struct court *c, bool new, const char *directory, struct pairs_truth *truth) {
  enum { MOST_RUNS = 250 };
  struct explore_options options = c->options.explore;
  struct ir_program *program = program_of(c, new);
  struct result result = {0};
  struct smt_stats solver;
  options.config.tests = TESTS_PATHS;
  options.output.out_dir = directory;
  options.config.max_runs = MOST_RUNS;
  explore_run(program, &options, NULL, &result, &solver);
  pairs_truth_take(truth, &result);
  if (new) c->figures->asked_full += solver.by_z3;
  bool good = !result.reasons.count;
  result_free(&result);
  ir_free(program);
  return good;
}

/* Of runs with threads each counts once. */
static void add_identity(hashes *list, uint64_t identity, bool once) {
  for (uint32_t i = 0; once && i < list->count; i++)
    if (list->data[i] == identity) return;
  vec_push(list, identity);
}

/* What two tests differ in: their paths. With threads a test is one run, in which the inputs have values: an
   exploration may tell two orders apart that are one for them, as those of an access at an index and another one that
   it misses. A failing run is as good as any other one in which the thread takes that path to that failure: what others
   did before is no part of it. */
static uint64_t identity_of(const struct explore_replay_request *replay, const struct result *result) {
  return replay->threads && !result->failures.count ? replay->run : replay->path;
}

/* The test is replayed: it must take the path, and end as it says. NULL: it does; else what is wrong. */
static const char *misses(const struct court *c, const struct suite_test *test, bool is_old, uint64_t path,
                          hashes *identities) {
  struct explore_options options = c->options.explore;
  struct meta_verdict verdict = {0};
  struct explore_replay_request replay = {.test = &test->test, .other_version = is_old};
  struct result result = {0};
  const char *why = NULL;
  bool has_verdict = meta_verdict_decode(&test->test, &verdict);
  if (has_verdict && verdict.kind) replay.kind = verdict.kind, replay.file = verdict.file, replay.line = verdict.line;
  options.config.tests = TESTS_NONE;
  explore_replay(c->new, &options, &replay, &result);
  if (replay.diverged) why = "does not fit";
  else if (replay.path != path) why = "takes another path";
  else if (has_verdict && !verdict.kind != !result.failures.count) why = "ends otherwise";
  add_identity(identities, identity_of(&replay, &result), replay.threads);
  if (has_verdict) meta_verdict_free(&verdict);
  free(replay.schedule);
  result_free(&result);
  return why;
}

static bool fails(const struct suite_test *test) {
  struct meta_verdict verdict;
  bool failing = meta_verdict_decode(&test->test, &verdict) && verdict.kind;
  meta_verdict_free(&verdict);
  return failing;
}

static bool find_truth(struct court *c) {
  struct suite all;
  if (!explore(c, false, c->old_dir, &c->old_truth) || !explore(c, true, c->new_dir, &c->new_truth)) return false;
  load(&c->suite, c->old_dir);
  load(&all, c->new_dir);
  for (uint32_t i = 0; i < all.tests.count; i++) {
    uint64_t path = 0;
    meta_path_decode(&all.tests.data[i].test, &path);
    if (!fails(&all.tests.data[i])) vec_push(&c->paths, path);
    const char *why = misses(c, &all.tests.data[i], false, path, &c->runs);
    if (why) differ(c, "full: %s %s", keep_name(all.tests.data[i].path), why);
  }
  sort(&c->paths);
  sort(&c->runs);
  c->figures->paths += all.tests.count;
  suite_free(&all);
  return true;
}

/* ---- one check ---- */

struct trial {
  const char *name;
  enum check_strategy strategy;
  enum explore_tests tests;
  uint32_t units, jobs;
  bool stored; /* the store of `directory`, which may know the old version already */
};

static struct store *open_store(const struct court *c, const struct trial *t) {
  char path[400], why[300];
  if (!t->stored) return NULL;
  snprintf(path, sizeof path, "%s/store.db", c->directory);
  struct store *store = store_open(path, false, why, sizeof why);
  if (!store) error_exit(EXIT_USAGE, "%s", why);
  return store;
}

static void remove_store(const struct court *c) {
  static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/store.db%s", c->directory, ends[i]);
    unlink(path);
  }
}

static void compare_failures(struct court *c, const struct trial *t, const struct check *check) {
  if (check->change->nothing && !check->old_is_known) return;
  char *expected = pairs_truth_compare(check->change, &c->old_truth, &c->new_truth),
       *said = pairs_truth_said(check, false);
  if (check->result.reasons.count) differ(c, "%s: incomplete: %s", t->name, check->result.reasons.data[0]);
  else if (strcmp(expected, said)) differ(c, "%s: {%s} instead of {%s}", t->name, said, expected);
  free(expected);
  free(said);
}

/* The path that a test of the new suite is said to take. */
static uint64_t path_of(const struct court *c, const struct check *check, const struct suite_test *test, bool *kept) {
  uint64_t path = 0;
  for (uint32_t i = 0; i < check->result.artefacts.nold_tests; i++) {
    if (strcmp(keep_name(c->suite.tests.data[i].path), keep_name(test->path))) continue;
    *kept = true;
    return check->result.artefacts.old_tests[i].path;
  }
  *kept = false;
  meta_path_decode(&test->test, &path);
  return path;
}

static void compare_tests(struct court *c, const struct trial *t, const struct check *check, const char *directory) {
  struct suite made;
  const bool same =
      check->change->nothing; /* then all old tests stay, also those that name the old lines of failures */
  const hashes *wanted = same ? &c->paths : &c->runs;
  hashes paths = {0}, runs = {0}, *found = same ? &paths : &runs;
  uint32_t kept = 0;
  load(&made, directory);
  for (uint32_t i = 0; i < made.tests.count; i++) {
    char old[600];
    bool is_old;
    uint64_t path = path_of(c, check, &made.tests.data[i], &is_old);
    if (!fails(&made.tests.data[i])) vec_push(&paths, path);
    kept += is_old;
    snprintf(old, sizeof old, "%s/%s", c->old_dir, keep_name(made.tests.data[i].path));
    if (is_old && !same_file(old, made.tests.data[i].path)) differ(c, "%s: %s was changed", t->name, keep_name(old));
    const char *why = same ? NULL : misses(c, &made.tests.data[i], is_old, path, &runs);
    if (why) differ(c, "%s: %s %s", t->name, keep_name(made.tests.data[i].path), why);
  }
  sort(found);
  if (t->tests == TESTS_PATHS &&
      (found->count != wanted->count ||
       (found->count && memcmp(found->data, wanted->data, found->count * sizeof *found->data))))
    differ(c, "%s: %u tests (%u kept) for %u paths, or of others", t->name, found->count, kept, wanted->count);
  if (same && kept != c->suite.tests.count) differ(c, "%s: nothing changed, and a test is gone", t->name);
  if (kept != check->result.artefacts.tests_reused || made.tests.count - kept != check->result.artefacts.tests_new ||
      kept + check->result.artefacts.tests_retired != c->suite.tests.count)
    differ(c, "%s: figures of tests: %u kept, %u new", t->name, kept, made.tests.count - kept);
  vec_free(&paths);
  vec_free(&runs);
  suite_free(&made);
}

static void add_figures(struct court *c, const struct check *check) {
  c->figures->kept += check->result.artefacts.tests_reused;
  c->figures->fresh += check->result.artefacts.tests_new;
  c->figures->retired += check->result.artefacts.tests_retired;
  c->figures->asked += check->solver.by_z3;
}

static void try(struct court *c, const struct trial *t, const char *directory, bool count) {
  struct check check;
  struct explore_options options = c->options.explore;
  options.config.tests = t->tests;
  options.output.out_dir = directory;
  struct ir_program *before = program_of(c, false), *after = program_of(c, true);
  struct check_request request = {.old = before,
                                  .new = after,
                                  .options = &options,
                                  .strategy = t->strategy,
                                  .suite = &c->suite,
                                  .suite_dir = c->old_dir,
                                  .units = t->units,
                                  .jobs = t->jobs,
                                  .store = open_store(c, t)};
  check_run(&request, &check);
  compare_failures(c, t, &check);
  compare_tests(c, t, &check, directory);
  if (count) add_figures(c, &check);
  if (t->units > 1 && !check.solver.elsewhere && check.solver.by_suite) c->figures->indivisible++;
  check_free(&check);
  store_close(request.store);
  ir_free(before);
  ir_free(after);
}

static void compare_directories(struct court *c, const struct trial *t, const char *a, const char *b) {
  struct suite x, y;
  load(&x, a);
  load(&y, b);
  bool same = x.tests.count == y.tests.count;
  for (uint32_t i = 0; same && i < x.tests.count; i++)
    same = !strcmp(keep_name(x.tests.data[i].path), keep_name(y.tests.data[i].path)) &&
           same_file(x.tests.data[i].path, y.tests.data[i].path);
  if (!same) differ(c, "%s: other tests than those of one process", t->name);
  suite_free(&x);
  suite_free(&y);
}

static void judge_checks(struct court *c) {
  static const struct trial trials[] = {
      {"suite", CHECK_STRATEGY_SUITE, TESTS_PATHS, 1, 1, false},
      {"suite with a store", CHECK_STRATEGY_SUITE, TESTS_PATHS, 1, 1, true},
      {"suite with a store again", CHECK_STRATEGY_SUITE, TESTS_PATHS, 1, 1, true},
      {"suite of runs", CHECK_STRATEGY_SUITE, TESTS_RUNS, 1, 1, false},
      {"auto", CHECK_STRATEGY_AUTO, TESTS_RUNS, 1, 1, false},
      {"2 units", CHECK_STRATEGY_SUITE, TESTS_PATHS, 2, 1, false},
      {"5 units", CHECK_STRATEGY_SUITE, TESTS_PATHS, 5, 1, false},
  };
  for (unsigned i = 0; i < sizeof trials / sizeof *trials && !c->what; i++) {
    char *directory = make_directory(c, "made");
    try(c, &trials[i], directory, i == 0);
    if (trials[i].units > 1 && !c->what) {
      struct trial several = trials[i];
      char *other = make_directory(c, "other");
      several.name = "several processes";
      several.jobs = 2;
      try(c, &several, other, false);
      compare_directories(c, &several, directory, other);
      remove_directory(other);
    }
    remove_directory(directory);
  }
}

char *suites_judge(const struct suites_pair *pair, const char *directory, struct suites_figures *figures) {
  struct court c = {.pair = pair, .directory = directory, .figures = figures};
  const char *words[] = {"--timeout=30", "--tests=paths"};
  if (!options_read(&c.options, OPTIONS_RUN, words, 2)) error_exit(EXIT_USAGE, "%s", c.options.error);
  c.options.explore.config.program_name = "program";
  c.old_dir = make_directory(&c, "old");
  c.new_dir = make_directory(&c, "new");
  c.new = program_of(&c, true);
  if (find_truth(&c)) {
    figures->pairs++;
    judge_checks(&c);
  } else figures->undecided++;
  ir_free(c.new);
  remove_store(&c);
  remove_directory(c.old_dir);
  remove_directory(c.new_dir);
  suite_free(&c.suite);
  vec_free(&c.paths);
  vec_free(&c.runs);
  pairs_truth_free(&c.old_truth);
  pairs_truth_free(&c.new_truth);
  options_free(&c.options);
  return c.what;
}
