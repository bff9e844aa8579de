/* The driver: one failure after the other is followed, simplified, watched and told. */
#include "explain/explain.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "explain/minimise.h"
#include "vm/names.h"
#include "explain/trace.h"
#include "explain/waits.h"
#include "suite/meta.h"
#include "util/stop.h"

#define SECONDS_EACH 1.0
enum { MOST_INSTRUCTIONS = 1 << 25 }; /* of a run that shows a race */
#define SECONDS_ALL 5.0               /* then schedules are told as they were found */

struct job {
  const struct ir_program *program;
  const struct explore_options *options;
  struct result *result;
  const uint8_t *changed; /* per instruction: not as in the old version; NULL: there is none */
  double until;           /* no more simplifying after that */
};

/* For simplifying. When the command should end a failure is told as it was found. */
static double time_left(const struct job *job) {
  double left = job->until - clock_now(), all = stop_signal() ? 0 : stop_left();
  return left < all ? left : all;
}

/* ---- the test of a failure ---- */

/* A test made from what the result says, as the file may not exist. Only what lies in test->objects is freed. */
static void test_of(const struct result_failure *failure, struct ktest *test) {
  *test = (struct ktest){.objects = mem_zalloc((failure->ninputs + 1u) * sizeof *test->objects)};
  for (uint32_t i = 0; i < failure->ninputs; i++) {
    const struct result_input *input = &failure->inputs[i];
    test->objects[test->nobjects++] = (struct ktest_object){(char *)input->name, (uint8_t *)input->bytes, input->size};
  }
  test->objects[test->nobjects++] =
      (struct ktest_object){META_SCHEDULE, (uint8_t *)failure->schedule, (uint32_t)strlen(failure->schedule)};
}

static bool same_place(const struct result_failure *a, const struct result_failure *b) {
  if (a->kind != b->kind || !a->nframes || !b->nframes) return a->kind == b->kind && a->nframes == b->nframes;
  return a->frames[0].line == b->frames[0].line && !strcmp(a->frames[0].file, b->frames[0].file);
}

/* Does the new schedule lead to the same failure where tests are replayed? */
static bool replays(const struct job *job, const struct ktest *test, const struct result_failure *failure,
                    uint64_t *path) {
  struct explore_options options = *job->options;
  struct explore_replay_request replay = {.test = test, .kind = failure_kind_text(failure->kind)};
  replay.file = failure->nframes ? failure->frames[0].file : "";
  replay.line = failure->nframes ? failure->frames[0].line : 0;
  struct result result = {0};
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.show_output = false;
  explore_replay(job->program, &options, &replay, &result);
  bool good = false;
  for (uint32_t i = 0; i < result.failures.count; i++) good |= same_place(&result.failures.data[i], failure);
  *path = replay.path;
  result_free(&result);
  return good && !replay.diverged;
}

/* Writes the failure's test again, with another schedule and the path that belongs to it. */
static bool rewrite(const struct result_failure *failure, const char *schedule, uint64_t path) {
  struct ktest old;
  struct ktest_writer writer = {0};
  const char *why, *slash = strrchr(failure->test, '/');
  char digits[META_PATH_DIGITS + 1];
  if (!slash || !ktest_read(failure->test, &old, &why)) return false;
  meta_path_encode(path, digits);
  ktest_begin(&writer, (const char *const *)old.arguments, old.narguments);
  for (uint32_t i = 0; i < old.nobjects; i++) {
    const struct ktest_object *o = &old.objects[i];
    if (!strcmp(o->name, META_SCHEDULE)) ktest_add(&writer, o->name, schedule, (uint32_t)strlen(schedule));
    else if (!strcmp(o->name, META_PATH)) ktest_add(&writer, o->name, digits, META_PATH_DIGITS);
    else ktest_add(&writer, o->name, o->bytes, o->size);
  }
  char *directory = mem_strdup(failure->test);
  directory[slash - failure->test] = 0;
  int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool good = fd >= 0 && ktest_write(&writer, fd, slash + 1);
  if (fd >= 0) close(fd);
  free(directory);
  ktest_writer_free(&writer);
  ktest_free(&old);
  return good;
}

/* ---- simplifying ---- */

static void copy_steps(schedule_taken *to, const schedule_taken *ran) {
  to->count = 0;
  for (uint32_t i = 0; i < ran->count; i++) vec_push(to, ran->data[i]);
}

static void plan_of(const schedule_taken *steps, session_plan *plan) {
  for (uint32_t i = 0; i < steps->count; i++) vec_push(plan, session_planned(&steps->data[i]));
}

/* Takes over the simpler steps if a replay and the test's file agree; else everything stays. */
static bool accept(struct job *job, struct session *s, struct result_failure *failure, const schedule_taken *steps) {
  char *schedule = schedule_encode_done(s->machine.vm, steps->data, steps->count);
  struct ktest test;
  struct result_failure changed = *failure;
  uint64_t path;
  changed.schedule = schedule;
  test_of(&changed, &test);
  bool good = replays(job, &test, failure, &path) && (!failure->test || rewrite(failure, schedule, path));
  if (good) failure->schedule = result_text(job->result, "%s", schedule);
  free(test.objects);
  free(schedule);
  return good;
}

static void simplify(struct job *job, struct session *s, struct result_failure *failure, schedule_taken *steps) {
  double left = time_left(job);
  schedule_taken found = {0};
  copy_steps(&found, &s->machine.steps);
  copy_steps(steps, &s->machine.steps);
  if (left > 0 && minimise_steps(s, &found, left < SECONDS_EACH ? left : SECONDS_EACH) &&
      accept(job, s, failure, &found)) {
    steps->count = 0;
    for (uint32_t i = 0; i < found.count; i++) vec_push(steps, found.data[i]);
  }
  vec_free(&found);
}

/* ---- telling ---- */

static void find_failing(const struct session *s, const struct result_failure *failure, bool *failing, uint32_t n) {
  if (failure->kind == FAILURE_DEADLOCK) {
    waits_find_threads(s->machine.vm, failing, n);
    return;
  }
  for (uint32_t t = 0; t < n; t++)
    failing[t] = !strcmp(vm_name_of_thread(s->machine.vm, t), failure->thread) ||
                 (failure->other_thread && !strcmp(vm_name_of_thread(s->machine.vm, t), failure->other_thread));
}

static void keep_rows(struct job *job, const struct trace *t, struct result_failure *failure) {
  failure->steps = arena_alloc(&job->result->memory, (t->rows.count + 1) * sizeof *failure->steps);
  failure->nsteps = t->rows.count;
  for (uint32_t i = 0; i < t->rows.count; i++) {
    failure->steps[i] = t->rows.data[i].step;
    failure->steps[i].matters = t->rows.data[i].matters;
    failure->steps[i].changed = t->rows.data[i].changed;
  }
}

static void tell(struct job *job, struct session *s, struct result_failure *failure, const schedule_taken *steps) {
  struct trace t;
  session_plan plan = {0};
  plan_of(steps, &plan);
  if (trace_run(&t, s, job->result, &plan)) {
    uint32_t n = vm_thread_count(s->machine.vm);
    bool *failing = mem_zalloc(n * sizeof *failing);
    find_failing(s, failure, failing, n);
    trace_slice(&t, failing, n, job->changed);
    if (failure->kind == FAILURE_DEADLOCK) waits_tell(&t, failure);
    keep_rows(job, &t, failure);
    failure->switches = session_switches(s->machine.steps.data, s->machine.steps.count);
    free(failing);
  }
  trace_free(&t);
  vec_free(&plan);
}

/* The failure that the found schedule shows is the one to look for from then on: at the place of the one to explain, if
   it is there. */
static bool follow_found(struct session *s, const struct ktest *test, const struct result_failure *failure) {
  schedule_steps steps = {0};
  uint32_t line;
  bool good = schedule_decode(test, &steps, &line);
  s->wanted = (struct session_failure){0};
  s->sought = failure;
  if (good) session_follow(s, &steps);
  s->sought = NULL;
  good = good && s->seen.happened && s->seen.kind == failure->kind;
  s->wanted = s->seen;
  vec_free(&steps);
  return good;
}

/* ---- data races ---- */

static bool is_access(const struct session *s, const struct schedule_done *done, const char *thread,
                      const struct result_frame *place) {
  struct result_frame here = vm_frame_at(s->machine.vm, done->op.ins);
  return !strcmp(vm_name_of_thread(s->machine.vm, done->thread), thread) && here.line == place->line &&
         here.column == place->column;
}

/* The found run up to the second access, without what the first thread did from its access on: that is still to come
   then. */
static void plan_race(const struct session *s, const struct result_failure *failure, uint32_t count,
                      session_plan *plan) {
  uint32_t first = count;
  while (first > 0 && (first > s->machine.steps.count || !is_access(s, &s->machine.steps.data[first - 1],
                                                                    failure->other_thread, &failure->other_frames[0])))
    first--;
  for (uint32_t i = 0; i < count && i < s->machine.steps.count; i++) {
    const struct schedule_done *done = &s->machine.steps.data[i];
    if (!first || i + 1 < first || done->thread != s->machine.steps.data[first - 1].thread)
      vec_push(plan, session_planned(done));
  }
}

static void mark_race(struct result_failure *failure) {
  uint32_t left = 2;
  for (uint32_t i = failure->nsteps; i-- > 0 && left;)
    if (failure->steps[i].choice) {
      failure->steps[i].mark = MARK_RACE;
      left--;
    }
}

static void explain_race(struct job *job, const struct ktest *test, struct result_failure *failure, bool simpler) {
  struct session s;
  schedule_steps found = {0};
  schedule_taken steps = {0};
  session_plan plan = {0};
  uint32_t line;
  const struct session_race race = {.thread = {failure->other_thread, failure->thread},
                                    .place = {&failure->other_frames[0], &failure->frames[0]}};
  double left = time_left(job);
  if (left > 0 && session_open(&s, job->program, &job->options->config, &job->options->goal, test) &&
      schedule_decode(test, &found, &line)) {
    s.deadline = job->until;
    vm_bound_steps(s.machine.vm, MOST_INSTRUCTIONS); /* what comes after the two accesses may have no end */
    s.most_steps = found.count + 1;
    session_follow(&s, &found);
    s.deadline = 0;
    failure->switches_found = session_switches(
        s.machine.steps.data, found.count < s.machine.steps.count ? found.count : s.machine.steps.count);
    plan_race(&s, failure, found.count, &plan);
    s.race = &race;
    s.most_steps = 4 * found.count + 256;
    if (session_run(&s, &plan)) {
      copy_steps(&steps, &s.machine.steps);
      if (simpler) minimise_steps(&s, &steps, left < SECONDS_EACH ? left : SECONDS_EACH);
      if (simpler && failure->test) accept(job, &s, failure, &steps);
      tell(job, &s, failure, &steps);
      mark_race(failure);
    }
  }
  if (left > 0) session_close(&s);
  vec_free(&found);
  vec_free(&steps);
  vec_free(&plan);
}

static void explain(struct job *job, const struct ktest *test, struct result_failure *failure, bool simpler) {
  struct session s;
  schedule_taken steps = {0};
  if (session_open(&s, job->program, &job->options->config, &job->options->goal, test) &&
      follow_found(&s, test, failure)) {
    failure->switches_found = session_switches(s.machine.steps.data, s.machine.steps.count);
    if (simpler) simplify(job, &s, failure, &steps);
    else copy_steps(&steps, &s.machine.steps);
    tell(job, &s, failure, &steps);
  }
  session_close(&s);
  vec_free(&steps);
}

static void explain_found(struct job *job, struct result_failure *failure) {
  struct ktest test;
  if (!failure->schedule || stop_overdue()) return;
  test_of(failure, &test);
  if (failure->kind != FAILURE_RACE) explain(job, &test, failure, true);
  else if (failure->nframes && failure->other_nframes) explain_race(job, &test, failure, true);
  free(test.objects);
}

void explain_result(const struct ir_program *program, const struct explore_options *options, const uint8_t *changed,
                    struct result *result) {
  struct job job = {.program = program, .options = options, .changed = changed, .result = result};
  job.until = clock_now() + SECONDS_ALL;
  for (uint32_t i = 0; i < result->failures.count; i++) explain_found(&job, &result->failures.data[i]);
  for (uint32_t i = 0; i < result->warnings.count && i < options->config.max_warnings; i++)
    explain_found(&job, &result->warnings.data[i]);
}

void explain_replay(const struct ir_program *program, const struct explore_options *options, const struct ktest *test,
                    struct result *result) {
  struct job job = {.program = program, .options = options, .result = result, .until = clock_now() + SECONDS_ALL};
  for (uint32_t i = 0; i < result->failures.count; i++) {
    struct result_failure *failure = &result->failures.data[i];
    if (failure->kind != FAILURE_RACE) explain(&job, test, failure, false);
    else if (failure->nframes && failure->other_nframes) explain_race(&job, test, failure, false);
  }
}
