/* A suite of the old version becomes one of the new version. While the new version is explored, the tests go along
   (explore/seeds.h), and the ends of paths say which of them stay. Tests whose path was not seen to its end, because
   something cut it short, because threads are about, or because nothing had to be explored, are replayed: they stay if
   the program still follows them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/inside.h"
#include "explore/seeds.h"
#include "suite/keep.h"
#include "suite/meta.h"
#include "util/mutate.h"
#include "util/path.h"
#include "util/stop.h"

enum { MOST_STEPS = 100000000 }; /* of a replay: a test may find a loop without end */

void suite_reuse_explore(struct work *w, const struct explore_options *wanted) {
  const struct check_request *r = w->request;
  struct explore_options options = *wanted;
  struct explore_seeds seeds = {.tests = r->suite, .units = 1};
  options.reuse.seeds = &seeds;
  options.reuse.unsat_cores = w->unsat_cores.bytes;
  options.reuse.unsat_cores_bytes = w->unsat_cores.size;
  options.output.keep_unsat_cores = r->store;
  options.output.tests_before = keep_highest(r->suite);
  struct partition_request units = {.program = w->new,
                                    .options = &options,
                                    .hooks = r->hooks,
                                    .jobs = r->jobs,
                                    .units = r->units,
                                    .judge = &w->judge};
  partition_explore(&units, &w->check->result, &w->check->solver);
}

/* ---- replaying ---- */

struct followed {
  uint64_t run, path;
  const char *why;  /* it does not fit; NULL: it does */
  const char *cut;  /* something ended the replay before the run was over: nobody knows. NULL: nothing did */
  const char *kind; /* of the failure that it ends in; NULL: none */
  bool comparable;  /* equal runs are the same path. Else the ends of paths decide about that */
};

/* With threads the recorded place of a failure says when the replay is over: at another place it is not the test's run
   any more. */
static const char *other_place(struct work *w, const struct meta_verdict *sought, const struct result_failure *f) {
  const char *file = f->nframes ? f->frames[0].file : "";
  uint32_t line = f->nframes ? f->frames[0].line : 0;
  if (line == sought->line && !strcmp(file, sought->file)) return NULL;
  return result_text(&w->check->result, "its run fails at %s:%u now", file, line);
}

/* As `heddle replay` does it. */
static struct followed follow_test(struct work *w, const struct ktest *test) {
  struct explore_options options = *w->request->options;
  struct explore_replay_request replay = {.test = test, .other_version = true};
  struct result result = {0}, *all = &w->check->result;
  struct meta_verdict sought;
  bool recorded = meta_verdict_decode(test, &sought);
  if (recorded && sought.kind) replay.kind = sought.kind, replay.file = sought.file, replay.line = sought.line;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.show_output = false;
  if (!options.config.max_steps) options.config.max_steps = MOST_STEPS;
  explore_replay(w->new, &options, &replay, &result);
  struct followed f = {.run = replay.run, .path = replay.path};
  if (result.reasons.count) f.cut = result_text(all, "%s", result.reasons.data[0]);
  f.comparable = replay.threads || w->request->options->config.tests != TESTS_PATHS;
  if (result.failures.count) {
    const struct result_failure *failure = &vec_last(&result.failures);
    f.kind = failure_kind_text(failure->kind);
    f.run = hash_join(hash_join(f.run, failure->kind), failure->site);
  }
  if (f.cut) f.why = NULL; /* a thread that goes no further may look like a schedule that does not fit */
  else if (replay.diverged) f.why = result_text(all, "%s", replay.why);
  else if (replay.excluded) f.why = "an assumption of the program excludes it";
  else f.why = seeds_other_end(test, f.kind, all);
  if (!f.cut && !f.why && replay.threads && replay.kind && result.failures.count)
    f.why = other_place(w, &sought, &vec_last(&result.failures));
  if (recorded) meta_verdict_free(&sought);
  free(replay.schedule);
  result_free(&result);
  return f;
}

/* Nobody knows what the test does now: it stays. */
static void keep_unseen(struct work *w, struct result_test *status, const char *reason) {
  result_add_reason(&w->check->result, reason);
  *status = (struct result_test){.status = TEST_KEPT, .unseen = true};
}

/* Two tests that make the same run: the first one stays. */
static void resolve(struct work *w, uint32_t number, struct map *runs) {
  struct result *result = &w->check->result;
  struct result_test *status = &result->artefacts.old_tests[number];
  if (stop_wanted()) {
    keep_unseen(w, status, "tests of the suite were kept without running them");
    return;
  }
  struct followed f = follow_test(w, &w->request->suite->tests.data[number].test);
  uint32_t duplicate_of;
  if (f.cut)
    keep_unseen(w, status,
                result_text(result, "tests of the suite were kept without running them to their ends: %s", f.cut));
  else if (f.why && !MUTATED(SUITE_KEPT)) *status = (struct result_test){.status = TEST_RETIRED, .reason = f.why};
  else if (f.comparable && map_get(runs, f.run, &duplicate_of))
    *status = (struct result_test){.status = TEST_DUPLICATE, .duplicate_of = duplicate_of};
  else {
    *status = (struct result_test){.status = TEST_KEPT, .path = f.path};
    if (f.comparable) map_put(runs, f.run, number);
  }
}

/* ---- new tests ---- */

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

typedef VEC(char *) file_names;

/* One that an earlier check left there has the oldest time there is. */
static void find_new(const char *directory, uint64_t before, file_names *names) {
  struct stat st;
  DIR *dir = opendir(directory);
  for (const struct dirent *entry; dir && (entry = readdir(dir));)
    if (keep_is_new(entry->d_name, before) && !fstatat(dirfd(dir), entry->d_name, &st, 0) && st.st_mtim.tv_sec)
      vec_push(names, mem_strdup(entry->d_name));
  if (dir) closedir(dir);
  if (names->count) qsort(names->data, names->count, sizeof *names->data, by_name);
}

static bool is_test_of(const struct ktest *test, const struct result_failure *run) {
  const struct ktest_object *schedule = ktest_find(test, META_SCHEDULE);
  if (!schedule != !run->schedule) return false;
  if (schedule && (schedule->size != strlen(run->schedule) || memcmp(schedule->bytes, run->schedule, schedule->size)))
    return false;
  for (uint32_t i = 0; i < run->ninputs; i++) {
    const struct ktest_object *o = ktest_find(test, run->inputs[i].name);
    if (!o || o->size != run->inputs[i].size || memcmp(o->bytes, run->inputs[i].bytes, o->size)) return false;
  }
  return true;
}

const char *reuse_find_test(struct work *w, const struct result_failure *run) {
  struct result *result = &w->check->result;
  const struct suite *suite = w->request->suite;
  const char *directory = w->request->options->output.out_dir, *found = NULL, *why;
  file_names names = {0};
  for (uint32_t i = 0; suite && i < result->artefacts.nold_tests && !found; i++)
    if (result->artefacts.old_tests[i].status == TEST_KEPT && is_test_of(&suite->tests.data[i].test, run))
      found = result_text(result, "%s/%s", directory, keep_name(suite->tests.data[i].path));
  find_new(directory, suite ? keep_highest(suite) : w->request->options->output.tests_before, &names);
  for (uint32_t i = 0; i < names.count; i++) {
    struct ktest test;
    char *path = path_join(directory, names.data[i]);
    if (!found && ktest_read(path, &test, &why)) {
      if (is_test_of(&test, run)) found = result_text(result, "%s", path);
      ktest_free(&test);
    }
    free(path);
    free(names.data[i]);
  }
  vec_free(&names);
  return found;
}

/* Does an old test make the same run? */
static bool is_known(struct work *w, const char *path, const struct map *runs, uint32_t *duplicate_of) {
  struct ktest test;
  const char *why;
  if (!runs->count || !ktest_read(path, &test, &why)) return false;
  struct followed f = follow_test(w, &test);
  ktest_free(&test);
  return !f.why && !f.cut && f.comparable && map_get(runs, f.run, duplicate_of);
}

static void replace_test(struct work *w, const char *path, uint32_t duplicate_of) {
  struct result *result = &w->check->result;
  const char *kept = result_text(result, "%s/%s", w->request->options->output.out_dir,
                                 keep_name(w->request->suite->tests.data[duplicate_of].path));
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (result->failures.data[i].test && !strcmp(result->failures.data[i].test, path))
      result->failures.data[i].test = kept;
  unlink(path);
  result->artefacts.tests_new--;
}

static void settle_new(struct work *w, const struct map *runs, keep_rows *rows) {
  const char *directory = w->request->options->output.out_dir;
  file_names names = {0};
  find_new(directory, keep_highest(w->request->suite), &names);
  for (uint32_t i = 0; i < names.count; i++) {
    uint32_t duplicate_of;
    char *path = path_join(directory, names.data[i]);
    struct keep_row row = {.name = result_text(&w->check->result, "%s", names.data[i]), .fresh = true};
    if (is_known(w, path, runs, &duplicate_of)) replace_test(w, path, duplicate_of);
    else vec_push(rows, row);
    free(path);
    free(names.data[i]);
  }
  vec_free(&names);
}

/* ---- the new suite ---- */

static bool same_directory(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void write_old(struct work *w, keep_rows *rows) {
  struct result *result = &w->check->result;
  const char *directory = w->request->options->output.out_dir;
  bool in_place = same_directory(directory, w->request->suite_dir);
  int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!in_place) keep_forget(directory);
  for (uint32_t i = 0; i < result->artefacts.nold_tests; i++) {
    const struct result_test *status = &result->artefacts.old_tests[i];
    const char *path = w->request->suite->tests.data[i].path;
    struct keep_row row = {
        .name = keep_name(path), .reason = status->reason, .path = status->path, .unseen = status->unseen};
    if (status->status == TEST_DUPLICATE)
      row.reason = result_text(result, "takes the same path as %s",
                               keep_name(w->request->suite->tests.data[status->duplicate_of].path));
    vec_push(rows, row);
    *(row.reason ? &result->artefacts.tests_retired : &result->artefacts.tests_reused) += 1;
    if (row.reason && in_place) unlink(path);
    if (!row.reason && !keep_copy(&w->request->suite->tests.data[i], fd, in_place))
      result_add_reason(result, result_text(result, "cannot write %s/%s: %s", directory, row.name, strerror(errno)));
  }
  if (fd >= 0) close(fd);
}

/* Nothing changed: the suite is as good as it was. A test names the path that it takes in the version it was made for:
   that is another one if the same things have other numbers now, and perhaps if an earlier check has kept it. What an
   earlier check has kept unseen is not known to fit this program: it stays undecided here. */
static void keep_seen(struct work *w, struct map *runs) {
  struct result *result = &w->check->result;
  bool own_path =
      !memcmp(&w->old_summaries, &w->new_summaries, sizeof w->old_summaries) && !keep_has_index(w->request->suite_dir);
  bool *unseen = keep_read_unseen(w->request->suite_dir, w->request->suite);
  for (uint32_t i = 0; i < result->artefacts.nold_tests; i++) {
    const struct ktest *test = &w->request->suite->tests.data[i].test;
    uint64_t path = 0;
    if (unseen[i]) continue;
    if (!own_path || !meta_path_decode(test, &path)) {
      struct followed f = follow_test(w, test);
      path = f.cut ? 0 : f.path;
      if (f.comparable && !f.cut) map_put(runs, f.run, i);
    }
    result->artefacts.old_tests[i] = (struct result_test){.status = TEST_KEPT, .path = path};
  }
  free(unseen);
}

/* Nothing changed: it is as complete as it was, if anybody knows. */
static void say_how_complete_before(struct work *w) {
  struct check *c = w->check;
  c->suite_complete = keep_read_complete(w->request->suite_dir);
  if (c->suite_complete == KEEP_COMPLETE) return;
  const char *kept = c->result.artefacts.tests_retired
                         ? "nothing changed, so every test is kept but those that an earlier check had not run"
                         : "nothing changed, so every test is kept";
  result_add_note(&c->result,
                  result_text(&c->result,
                              c->suite_complete == KEEP_PARTIAL ? "the suite is not complete, and was not before: %s"
                                                                : "%s; whether the suite is complete is not known",
                              kept));
}

/* Was every path of the new version walked? */
static void say_how_complete(struct work *w) {
  struct result *result = &w->check->result;
  bool all = w->strategy == CHECK_STRATEGY_SUITE || w->strategy == CHECK_STRATEGY_FULL;
  bool complete = all && w->request->options->config.tests == TESTS_PATHS && !result->reasons.count;
  w->check->suite_complete = complete ? KEEP_COMPLETE : KEEP_PARTIAL;
  if (complete || result->reasons.count) return;
  result_add_note(
      result,
      all ? "the suite is not complete: not every path of the new version has a test; --tests=paths gives each one"
          : "the suite is not complete: not every path of the new version has a test, and tests of one path may both "
            "be kept; --strategy=suite --tests=paths makes it so");
}

void suite_reuse_finish(struct work *w) {
  struct result *result = &w->check->result;
  const char *directory = w->request->options->output.out_dir;
  struct map runs = {0};
  keep_rows rows = {0};
  if (!directory) return;
  if (result->artefacts.nold_tests != w->request->suite->tests.count)
    result_open_test_status(result, w->request->suite->tests.count);
  result->artefacts.tests_dir = result_text(result, "%s", directory);
  if (w->check->change->nothing) keep_seen(w, &runs);
  for (uint32_t i = 0; i < result->artefacts.nold_tests; i++)
    if (result->artefacts.old_tests[i].status == TEST_UNDECIDED) resolve(w, i, &runs);
  write_old(w, &rows);
  if (!w->check->change->nothing) settle_new(w, &runs, &rows);
  if (w->check->change->nothing) say_how_complete_before(w);
  else say_how_complete(w);
  if (!keep_write_index(directory, &rows, w->request->options->output.program_text, w->check->suite_complete))
    result_add_reason(result, result_text(result, "cannot write %s/" KEEP_INDEX ": %s", directory, strerror(errno)));
  map_free(&runs);
  vec_free(&rows);
}
