/* What is kept: tests, failures, copies of the suite, the state of the work. Every test is replayed before it is
   written: it must do what its run did. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "augment/inside.h"
#include "suite/meta.h"
#include "util/clock.h"

enum { SAVE_EVERY = 1 }; /* seconds */

/* ---- failures ---- */

static uint64_t key_of(const struct result_failure *f) {
  struct failure_point point = result_point(f);
  return failure_key(&point);
}

/* Is that a warning of its own? Lines count, as in an exploration. */
static bool warned_before(const struct result *result, uint32_t until, const struct result_failure *w) {
  struct failure_point wanted = result_point(w);
  for (uint32_t i = 0; i < until; i++) {
    struct failure_point known = result_point(&result->warnings.data[i]);
    if (failure_same(FAILURE_REPORTED, &known, &wanted)) return true;
  }
  return false;
}

static bool is_new_warning(const struct result *known, const struct result_failure *w) {
  return !warned_before(known, known->warnings.count, w);
}

/* What a replay showed becomes part of the result; its texts live on. */
static bool take_over(struct augmentation *d, const struct result *seen, bool failure) {
  struct result *result = &d->augment->result;
  bool any = failure;
  if (failure) vec_push(&result->failures, seen->failures.data[0]);
  for (uint32_t i = 0; i < seen->warnings.count; i++) {
    if (!is_new_warning(result, &seen->warnings.data[i])) continue;
    vec_push(&result->warnings, seen->warnings.data[i]);
    any = true;
  }
  return any;
}

/* Replays a test in the interpreter, which adds its path to it. *failure: the one that it shows, IR_NONE if none;
  fresh: nobody saw it before. False: it does not do what it was made for. */
static bool replay(struct augmentation *d, struct ktest *test, bool fails, uint32_t *failure, bool *fresh) {
  struct result *seen = mem_zalloc(sizeof *seen);
  struct explore_replay_request replay = {.test = test};
  char path[META_PATH_DIGITS + 1];
  explore_replay(d->request->program, &d->plain, &replay, seen);
  meta_path_encode(replay.path, path);
  ktest_put(test, META_PATH, path, META_PATH_DIGITS);
  *failure = IR_NONE;
  *fresh = false;
  bool good = !replay.diverged && (seen->failures.count > 0) == fails;
  uint64_t key = good && fails ? key_of(&seen->failures.data[0]) : 0;
  if (good && fails && !map_get(&d->failures, key, failure)) {
    *fresh = true;
    *failure = d->augment->result.failures.count;
    map_put(&d->failures, key, *failure);
  }
  if (good && take_over(d, seen, *fresh)) vec_push(&d->augment->parts, seen);
  else {
    result_free(seen);
    free(seen);
  }
  return good;
}

static bool is_known_failure(const struct augmentation *d, const struct test_run *r) {
  uint32_t known;
  const struct session_failure *seen = &r->session.seen;
  return map_get(&d->failures, hash_join(seen->ins, seen->kind), &known);
}

/* ---- tests ---- */

static char *verdict_of(const struct augmentation *d, uint32_t failure) {
  if (failure == IR_NONE) return mem_strdup(META_VERDICT_OK);
  const struct result_failure *f = &d->augment->result.failures.data[failure];
  struct meta_verdict verdict = {.kind = failure_kind_text(f->kind),
                                 .message = f->message,
                                 .file = f->nframes ? f->frames[0].file : "",
                                 .line = f->nframes ? f->frames[0].line : 0};
  return meta_verdict_encode(&verdict);
}

/* A test was written. Where the suite has its inputs the schedule is what is new about it. */
static void note_added(struct augmentation *d, const struct ktest *test, const char *name) {
  struct augment_added added = {.test = result_text(&d->augment->result, "%s", name),
                                .known_inputs = suite_has_inputs(d->request->suite, test)};
  vec_push(&d->augment->added, added);
  d->augment->result.artefacts.tests_new++;
}

static bool write_test(struct augmentation *d, const struct ktest *test, uint32_t failure, char *name, size_t room) {
  const struct explore_options *o = d->request->options;
  const char *arguments[] = {o->config.program_name ? o->config.program_name : "program"};
  const char *kind = failure == IR_NONE ? NULL : failure_kind_text(d->augment->result.failures.data[failure].kind);
  char *verdict = verdict_of(d, failure);
  snprintf(name, room, STATE_TEST "%06u%s%s.ktest", ++d->number, kind ? "." : "", kind ? kind : "");
  ktest_begin(&d->writer, arguments, 1);
  for (uint32_t i = 0; i < test->nobjects; i++)
    ktest_add(&d->writer, test->objects[i].name, test->objects[i].bytes, test->objects[i].size);
  ktest_add(&d->writer, META_VERDICT, verdict, (uint32_t)strlen(verdict));
  if (o->output.program_text)
    ktest_add(&d->writer, META_PROGRAM, o->output.program_text, (uint32_t)strlen(o->output.program_text));
  bool good = ktest_write(&d->writer, d->out_dir, name);
  if (!good && !d->augment->stopped)
    d->augment->stopped =
        result_text(&d->augment->result, "cannot write %s/%s: %s", o->output.out_dir, name, strerror(errno));
  if (good) note_added(d, test, name);
  free(verdict);
  return good;
}

static void add_seed(struct augmentation *d, const char *name, struct ktest *test) {
  struct seed *seed = mem_zalloc(sizeof *seed);
  *seed = (struct seed){.name = mem_strdup(name), .test = *test};
  vec_push(&d->seeds, seed);
  *test = (struct ktest){0};
}

static bool meets_open(const struct augmentation *d) {
  uint32_t count;
  const struct coverage_hit *hits = coverage_hits(d->coverage, &count);
  for (uint32_t i = 0; i < count; i++)
    if (d->targets->list.data[hits[i].target].status == TARGET_OPEN) return true;
  return false;
}

static void cover(struct augmentation *d, enum target_means means, const char *file) {
  uint32_t count;
  const struct coverage_hit *hits = coverage_hits(d->coverage, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct target *t = &d->targets->list.data[hits[i].target];
    if (t->status != TARGET_OPEN) continue;
    t->status = TARGET_COVERED;
    t->means = state_means(&d->state, t) ? state_means(&d->state, t) : means;
    t->test = mem_strdup(file);
    d->open--;
    d->augment->steps[means].covered++;
  }
}

/* What a replay does not say of its failure: the test, by its name and by what is in it. */
static void complete_failure(struct augmentation *d, struct result_failure *f, const struct ktest *test,
                             const char *name) {
  struct result *result = &d->augment->result;
  f->test = result_text(result, "%s/%s", d->request->options->output.out_dir, name);
  f->inputs = arena_alloc(&result->memory, (test->nobjects + 1u) * sizeof *f->inputs);
  f->ninputs = 0;
  for (uint32_t i = 0; i < test->nobjects; i++) {
    const struct ktest_object *o = &test->objects[i];
    uint8_t *bytes = arena_alloc(&result->memory, o->size + 1u);
    memcpy(bytes, o->bytes, o->size);
    bytes[o->size] = 0;
    if (!strcmp(o->name, META_SCHEDULE)) f->schedule = (const char *)bytes;
    else if (strcmp(o->name, META_PATH))
      f->inputs[f->ninputs++] =
          (struct result_input){.name = result_text(result, "%s", o->name), .bytes = bytes, .size = o->size};
  }
}

void test_output_run(struct augmentation *d, struct test_run *r, enum target_means means, const char *own) {
  bool fails = r->end == TEST_RUN_FAILED, fresh;
  uint32_t failure;
  char name[80];
  d->augment->steps[means].runs++;
  if (r->end == TEST_RUN_GIVEN_UP || (!meets_open(d) && !(fails && !is_known_failure(d, r)))) return;
  struct ktest test;
  test_run_as_test(r, &test);
  bool good = replay(d, &test, fails, &failure, &fresh);
  if (good && own) snprintf(name, sizeof name, "%s", own);
  else if (good) good = write_test(d, &test, failure, name, sizeof name);
  if (good && fresh) complete_failure(d, &d->augment->result.failures.data[failure], &test, name);
  if (good) cover(d, means, name);
  if (good && !own && d->request->reuse) add_seed(d, name, &test);
  ktest_free(&test);
  test_output_state(d, false);
}

bool test_output_has(const struct augmentation *d, const struct result_failure *failure) {
  uint32_t known;
  return map_get(&d->failures, key_of(failure), &known);
}

/* Replays the test looking for the failure; the result is the caller's. False: it was not seen. */
static bool show_failure(struct augmentation *d, const struct result_failure *f, struct ktest *test,
                         struct result *seen) {
  struct explore_options options = d->plain;
  struct explore_replay_request replay = {.test = test, .kind = failure_kind_text(f->kind)};
  char path[META_PATH_DIGITS + 1];
  replay.file = f->nframes ? f->frames[0].file : "";
  replay.line = f->nframes ? f->frames[0].line : 0;
  if (f->kind == FAILURE_RACE) options.config.checks |= 1u << CHECK_RACE;
  explore_replay(d->request->program, &options, &replay, seen);
  meta_path_encode(replay.path, path);
  ktest_put(test, META_PATH, path, META_PATH_DIGITS);
  return !replay.diverged && seen->failures.count && key_of(&seen->failures.data[0]) == key_of(f);
}

void test_output_failure(struct augmentation *d, const struct result_failure *failure) {
  struct result *seen = mem_zalloc(sizeof *seen), *result = &d->augment->result;
  struct ktest test;
  char name[80];
  explore_test_of(failure, &test);
  bool shown = show_failure(d, failure, &test, seen);
  if (shown) vec_push(&result->failures, seen->failures.data[0]);
  bool kept = shown && write_test(d, &test, result->failures.count - 1, name, sizeof name);
  if (kept) {
    map_put(&d->failures, key_of(failure), result->failures.count - 1);
    complete_failure(d, &vec_last(&result->failures), &test, name);
    vec_push(&d->augment->parts, seen);
  } else {
    if (shown) result->failures.count--;
    result_free(seen);
    free(seen);
  }
  ktest_free(&test);
}

/* ---- the directory ---- */

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool copy_bytes(int from, int to) {
  char buffer[65536];
  ssize_t n;
  while ((n = read(from, buffer, sizeof buffer)) > 0)
    for (ssize_t at = 0, w; at < n; at += w)
      if ((w = write(to, buffer + at, (size_t)(n - at))) < 0) return false;
  return n == 0;
}

/* In its own directory it stays where it is. */
void test_output_copy(struct augmentation *d, const char *path) {
  struct stat from_stat, to_stat;
  int from = open(path, O_RDONLY | O_CLOEXEC);
  d->augment->result.artefacts.tests_reused++;
  if (from < 0) return;
  bool there = !fstatat(d->out_dir, base_of(path), &to_stat, 0) && !fstat(from, &from_stat) &&
               from_stat.st_ino == to_stat.st_ino && from_stat.st_dev == to_stat.st_dev;
  int to = there ? -1 : openat(d->out_dir, base_of(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool good = there || (to >= 0 && copy_bytes(from, to));
  if (to >= 0 && close(to)) good = false;
  if (!good && !d->augment->stopped)
    d->augment->stopped = result_text(&d->augment->result, "cannot copy %s to %s: %s", path,
                                      d->request->options->output.out_dir, strerror(errno));
  close(from);
}

void test_output_retire(struct augmentation *d, const char *path, const char *why) {
  struct augment_retired retired = {.test = result_text(&d->augment->result, "%s", base_of(path)),
                                    .why = result_text(&d->augment->result, "%s", why)};
  vec_push(&d->augment->retired, retired);
}

void test_output_state(struct augmentation *d, bool now) {
  double at = clock_now();
  if (!now && at - d->saved < SAVE_EVERY) return;
  d->saved = at;
  if (!state_save(&d->state, d->request->options->output.out_dir, d->targets) && !d->augment->stopped)
    d->augment->stopped = result_text(&d->augment->result, "cannot write %s/" STATE_FILE ": %s",
                                      d->request->options->output.out_dir, strerror(errno));
}

static bool is_in_suite(const struct augmentation *d, const char *name) {
  for (uint32_t i = 0; i < d->request->suite->tests.count; i++)
    if (!strcmp(base_of(d->request->suite->tests.data[i].path), name)) return true;
  return false;
}

/* A test that a call before this one has written: what it meets is covered again. */
static void take_up(struct augmentation *d, const char *name) {
  struct ktest test;
  const char *why;
  char *path = mem_alloc(strlen(d->request->options->output.out_dir) + strlen(name) + 2);
  strcat(strcat(strcpy(path, d->request->options->output.out_dir), "/"), name);
  if (ktest_read(path, &test, &why)) add_seed(d, name, &test);
  free(path);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Tests of a call before: with the same programs they are taken up, else they are about something else and go. */
static void look_around(struct augmentation *d) {
  DIR *directory = opendir(d->request->options->output.out_dir);
  VEC(char *) names = {0};
  for (const struct dirent *entry; directory && (entry = readdir(directory));)
    if (state_number_of(entry->d_name) && !is_in_suite(d, entry->d_name)) vec_push(&names, mem_strdup(entry->d_name));
  if (names.count) qsort(names.data, names.count, sizeof *names.data, by_name);
  for (uint32_t i = 0; i < names.count; i++) {
    uint32_t number = state_number_of(names.data[i]);
    if (!d->augment->resumed) unlinkat(d->out_dir, names.data[i], 0);
    else {
      take_up(d, names.data[i]);
      if (number > d->number) d->number = number;
    }
    free(names.data[i]);
  }
  vec_free(&names);
  if (directory) closedir(directory);
}

static void count_suite(struct augmentation *d) {
  for (uint32_t i = 0; i < d->request->suite->tests.count; i++) {
    uint32_t number = state_number_of(base_of(d->request->suite->tests.data[i].path));
    if (number > d->number) d->number = number;
  }
}

bool test_output_open(struct augmentation *d) {
  const char *path = d->request->options->output.out_dir;
  d->out_dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (d->out_dir < 0) {
    d->augment->stopped = result_text(&d->augment->result, "cannot open the directory %s: %s", path, strerror(errno));
    return false;
  }
  d->augment->result.artefacts.tests_dir = result_text(&d->augment->result, "%s", path);
  d->augment->resumed = !d->request->restart && state_load(&d->state, path, d->targets);
  count_suite(d);
  look_around(d);
  test_output_state(d, true);
  return true;
}

void test_output_close(struct augmentation *d) {
  if (d->out_dir >= 0) {
    test_output_state(d, true);
    close(d->out_dir);
  }
  ktest_writer_free(&d->writer);
  state_free(&d->state);
  map_free(&d->failures);
}
