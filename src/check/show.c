/* A failure of the new version from the bare run that shows it, inputs and schedule: replayed, described like any
   other, and written as a test. For runs of which an exploration kept no more, and for those that the store knows. */
#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/classify.h"
#include "check/inside.h"
#include "explore/schedule.h"
#include "suite/keep.h"
#include "suite/meta.h"

enum { MOST_STEPS = 100000000 };

static bool write_to(const struct explore_options *o, const struct ktest *test, const char *name) {
  const char *arguments[] = {o->config.program_name ? o->config.program_name : "program"};
  struct ktest_writer writer = {0};
  int directory = open(o->output.out_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ktest_begin(&writer, arguments, 1);
  for (uint32_t i = 0; i < test->nobjects; i++)
    ktest_add(&writer, test->objects[i].name, test->objects[i].bytes, test->objects[i].size);
  if (o->output.program_text)
    ktest_add(&writer, META_PROGRAM, o->output.program_text, (uint32_t)strlen(o->output.program_text));
  bool good = directory >= 0 && ktest_write(&writer, directory, name);
  int error = errno;
  if (directory >= 0) close(directory);
  ktest_writer_free(&writer);
  errno = error;
  return good;
}

/* The run was explored, within the limits: its replay needs none but its own. */
static struct explore_options replay_options(const struct work *w) {
  struct explore_options options = *w->request->options;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.show_output = false;
  options.goal.judge = NULL;
  options.config.max_steps = MOST_STEPS;
  return options;
}

/* The path of a test is the one that its replay takes, which knows the place of the failure by its line. */
static uint64_t path_of(const struct work *w, const struct ktest *test, const struct meta_verdict *verdict) {
  struct explore_options options = replay_options(w);
  struct explore_replay_request replay = {
      .test = test, .kind = verdict->kind, .file = verdict->file, .line = verdict->line};
  struct result seen = {0};
  explore_replay(w->request->new, &options, &replay, &seen);
  free(replay.schedule);
  result_free(&seen);
  return replay.path;
}

void show_write(struct work *w, struct result_failure *f, const char *instead_of) {
  const struct explore_options *o = w->request->options;
  struct result *result = &w->check->result;
  char name[80], digits[META_PATH_DIGITS + 1];
  struct ktest test;
  uint64_t before = w->request->suite ? keep_highest(w->request->suite) : o->output.tests_before;
  if (!o->output.out_dir || o->config.tests == TESTS_NONE) return;
  struct meta_verdict verdict = {.kind = failure_kind_text(f->kind), .message = f->message};
  verdict.file = f->nframes ? f->frames[0].file : "";
  verdict.line = f->nframes ? f->frames[0].line : 0;
  char *text = meta_verdict_encode(&verdict);
  explore_test_of(f, &test);
  meta_path_encode(path_of(w, &test, &verdict), digits);
  ktest_put(&test, META_VERDICT, text, (uint32_t)strlen(text));
  ktest_put(&test, META_PATH, digits, META_PATH_DIGITS);
  if (instead_of) snprintf(name, sizeof name, "%s", keep_name(instead_of));
  else
    snprintf(name, sizeof name, "test%06" PRIu64 ".%s.ktest", before + result->artefacts.tests_new + 1, verdict.kind);
  result->artefacts.tests_dir = result_text(result, "%s", o->output.out_dir);
  if (write_to(o, &test, name)) {
    f->test = result_text(result, "%s/%s", o->output.out_dir, name);
    result->artefacts.tests_new += !instead_of;
  } else
    result_add_reason(result, result_text(result, "cannot write %s/%s: %s", o->output.out_dir, name, strerror(errno)));
  ktest_free(&test);
  free(text);
}

/* Inputs and schedule are those of the run. */
static void copy_run(struct result *result, const struct result_failure *run, const char *schedule,
                     struct result_failure *f) {
  f->inputs = arena_alloc(&result->memory, (run->ninputs + 1u) * sizeof *f->inputs);
  for (f->ninputs = 0; f->ninputs < run->ninputs; f->ninputs++) {
    const struct result_input *from = &run->inputs[f->ninputs];
    uint8_t *bytes = arena_alloc(&result->memory, from->size + 1u);
    memcpy(bytes, from->bytes, from->size);
    const char *file = from->file ? result_text(result, "%s", from->file) : NULL;
    f->inputs[f->ninputs] =
        (struct result_input){result_text(result, "%s", from->name), bytes, from->size, file, from->line};
  }
  f->schedule = schedule ? result_text(result, "%s", schedule) : NULL;
}

static const struct result_failure *find(const struct work *w, const struct result *seen,
                                         const struct result_failure *run) {
  const struct ir_program *p = w->new;
  struct failure_point wanted = classify_point(p, run->kind, run->site, run->other_site, run->message);
  for (uint32_t i = 0; i < seen->failures.count; i++) {
    const struct result_failure *f = &seen->failures.data[i];
    struct failure_point shown = classify_point(p, f->kind, f->site, f->other_site, f->message);
    if (failure_same(FAILURE_REPORTED, &shown, &wanted)) return f;
  }
  return NULL;
}

bool show_run(struct work *w, const struct result_failure *run, struct show_schedule of, struct result_failure *shown) {
  struct explore_options options = replay_options(w);
  struct result *seen = mem_zalloc(sizeof *seen);
  struct ktest test;
  explore_test_of(run, &test);
  struct explore_replay_request replay = {.test = &test,
                                          .kind = failure_kind_text(run->kind),
                                          .by_site = true,
                                          .site = run->site,
                                          .other_version = of.other_version,
                                          .match = of.match};
  explore_replay(w->new, &options, &replay, seen);
  const struct result_failure *f = replay.diverged ? NULL : find(w, seen, run);
  if (f) {
    *shown = *f;
    copy_run(&w->check->result, run, replay.schedule ? replay.schedule : run->schedule, shown);
  }
  vec_push(&w->check->parts, seen);
  free(replay.schedule);
  ktest_free(&test);
  return f;
}
