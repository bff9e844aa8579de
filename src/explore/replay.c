/* Following one test in the interpreter: inputs have the test's bytes, so every decision is settled. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "explore/explore.h"
#include "explore/inputs.h"
#include "explore/recorder.h"
#include "explore/schedule.h"
#include "suite/meta.h"
#include "util/stop.h"

struct follow {
  struct recorder recorder;
  struct explore_replay_request *replay;
  struct schedule_follower schedule;
  struct inputs inputs;
  bool taken; /* of a race: the second access is made */
  bool shown; /* the failure that the test is about has happened */
};

static bool is_sought(const struct explore_replay_request *replay, const struct result_failure *failure) {
  const char *file = failure->nframes ? failure->frames[0].file : "";
  uint32_t line = failure->nframes ? failure->frames[0].line : 0;
  if (!replay->kind || strcmp(failure_kind_text(failure->kind), replay->kind)) return false;
  return replay->by_site ? failure->site == replay->site : line == replay->line && !strcmp(file, replay->file);
}

/* Only the one that was sought, if there is such a one. */
static void keep_sought(struct follow *f) {
  struct result *result = f->recorder.result;
  uint32_t kept = 0;
  for (uint32_t i = 0; f->shown && i < result->failures.count; i++)
    if (is_sought(f->replay, &result->failures.data[i])) result->failures.data[kept++] = result->failures.data[i];
  if (kept) result->failures.count = kept;
}

/* A data race ends nothing by itself, and the one that the test is about may be a later one. */
static void look_for_sought(struct follow *f) {
  const struct result *result = f->recorder.result;
  if (result->failures.count) f->shown |= is_sought(f->replay, &vec_last(&result->failures));
}

static void on_failure(void *context, enum failure_kind kind, const char *message, const char *detail) {
  struct follow *f = context;
  recorder_failure(&f->recorder, kind, message, detail);
  look_for_sought(f);
}
static void on_incomplete(void *context, const char *reason) {
  struct follow *f = context;
  recorder_incomplete(&f->recorder, reason);
}
static void on_unconfirmed(void *context, enum failure_kind kind, const char *message, const char *reason) {
  struct follow *f = context;
  recorder_unconfirmed(&f->recorder, kind, message, reason);
}
static bool on_poll(void *context) {
  struct follow *f = context;
  char text[100];
  if (!stop_wanted()) return false;
  recorder_incomplete(&f->recorder, result_text(f->recorder.result, "%s", stop_words(text, sizeof text)));
  return true;
}
static void on_output(void *context, int fd, const char *bytes, size_t count) {
  (void)context;
  fwrite(bytes, 1, count, fd == 2 ? stderr : stdout);
}

static uint64_t on_mark(void *context) { return dpor_mark(((struct follow *)context)->schedule.events); }
static uint32_t on_events(void *context) { return (uint32_t)on_mark(context); }
static bool on_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  return dpor_disturbed(((struct follow *)context)->schedule.events, thread, from, to);
}

static void on_touched(void *context, const struct vm_range *range, bool approximate) {
  dpor_touched(((struct follow *)context)->schedule.events, range, approximate);
}
static void on_race(void *context, const struct dpor_event *first, uint32_t thread, const struct vm_op *second) {
  struct follow *f = context;
  recorder_race(&f->recorder, first, thread, second);
  look_for_sought(f);
}

static const uint8_t *fixed_input(void *context, const char *base, uint32_t size, enum sym_input_kind kind) {
  return inputs_next(&((struct follow *)context)->inputs, base, size, kind);
}

static void report_deadlock(struct follow *f, struct vm *vm) {
  char detail[2048];
  vm_look_at_waiting(vm);
  vm_describe_deadlock(vm, detail, sizeof detail);
  recorder_failure(&f->recorder, FAILURE_DEADLOCK, "deadlock: threads wait for ever", detail);
}

/* Has it failed for good? A failure that is not the sought one stops its thread; the others go on while there are
   steps, and to where they must wait for somebody to choose. */
static bool is_over(const struct follow *f, const struct vm *vm) {
  if (f->shown) return f->schedule.next >= f->schedule.steps.count || vm_has_failed(vm);
  if (!f->replay->kind && vm_has_failed(vm)) return true;
  if (!vm_has_failed(vm) || f->schedule.next < f->schedule.steps.count) return false; /* a race fails nobody */
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (vm_thread_status(vm, t) == THREAD_LOCAL) return false;
  return true;
}

static bool is_sought_op(const struct follow *f, const struct vm_op *op) {
  const struct ir_program *p = f->recorder.program;
  const struct ir_loc *loc = &p->locs[p->ins[op->ins].loc];
  if (f->replay->by_site) return op->ins == f->replay->site;
  return loc->line == f->replay->line && !strcmp(ir_text(p, loc->file), f->replay->file);
}

static bool seeks_race(const struct explore_replay_request *replay) {
  return replay->kind && !strcmp(replay->kind, failure_kind_text(FAILURE_RACE));
}

/* The schedule of a race ends where the second access is about to be made: that is the next step. */
static bool take_racing(struct follow *f, struct vm *vm) {
  if (f->shown || f->taken || !seeks_race(f->replay)) return false;
  if (!schedule_is_done(&f->schedule)) return false;
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (vm_thread_status(vm, t) == THREAD_LOCAL) return false;
  for (uint32_t t = 0; t < vm_thread_count(vm) && !f->taken; t++) {
    if (vm_thread_status(vm, t) != THREAD_READY || !vm_thread_enabled(vm, t)) continue;
    if (!is_sought_op(f, vm_thread_op(vm, t))) continue;
    f->taken = true;
    dpor_record(f->schedule.events, t);
    vm_continue(vm, t, true);
  }
  return f->taken;
}

/* Runs the machine, with the schedule where there are several threads. */
static enum vm_end follow(struct follow *f, struct vm *vm) {
  enum vm_end end = vm_run(vm);
  while (end == VM_YIELDED) {
    bool racing = take_racing(f, vm);
    if (!racing && is_over(f, vm)) return VM_FAILED;
    if (on_poll(f)) return VM_STOPPED;
    enum dpor_next next = racing ? DPOR_RUN : schedule_follow(&f->schedule, vm);
    if (next == DPOR_BLOCKED && vm_has_failed(vm)) { /* the rest of the schedule is for a run without that failure */
      f->schedule.diverged = false;
      return VM_FAILED;
    }
    switch (next) {
    case DPOR_RUN: end = vm_run(vm); break;
    case DPOR_FINISHED:
    case DPOR_EXIT: return vm_end_program(vm);
    case DPOR_DEADLOCK:
      if (vm_is_halted(vm)) return vm_final_end(vm);
      report_deadlock(f, vm);
      return VM_FAILED;
    case DPOR_BLOCKED:
    case DPOR_COVERED:
    case DPOR_BOUNDED: return VM_CUT;
    }
  }
  return end;
}

void explore_test_of(const struct result_failure *f, struct ktest *test) {
  *test = (struct ktest){0};
  for (uint32_t i = 0; i < f->ninputs; i++) ktest_put(test, f->inputs[i].name, f->inputs[i].bytes, f->inputs[i].size);
  if (f->schedule) ktest_put(test, META_SCHEDULE, f->schedule, (uint32_t)strlen(f->schedule));
}

static void read_schedule(struct follow *f) {
  uint32_t line;
  if (schedule_decode(f->replay->test, &f->schedule.steps, &line) || !line) return;
  f->schedule.diverged = true;
  snprintf(f->schedule.why, sizeof f->schedule.why, "line %u of the schedule cannot be read", line);
}

/* Where the test is about a race, races are failures, whoever asked for them: a check of two versions finds new ones
   without being asked to. */
void explore_replay(const struct ir_program *program, const struct explore_options *wanted,
                    struct explore_replay_request *replay, struct result *result) {
  struct explore_options own = *wanted, *options = &own;
  if (seeks_race(replay)) own.checks |= 1u << CHECK_RACE;
  struct follow f = {.replay = replay,
                     .inputs.test = replay->test,
                     .schedule.other_version = replay->other_version,
                     .schedule.match = replay->match};
  struct smt_options smt_options = {0};
  struct vm_host host = {.context = &f,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .unconfirmed = on_unconfirmed,
                         .poll = on_poll,
                         .output = options->show_output ? on_output : NULL,
                         .fixed_input = fixed_input,
                         .mark = on_mark,
                         .events = on_events,
                         .touched = on_touched,
                         .disturbed = on_disturbed};
  struct sym *sym = sym_open();
  struct smt *smt = smt_open(sym, &smt_options);
  recorder_open(&f.recorder, program, options, result);
  f.recorder.sym = sym;
  f.recorder.smt = smt;
  f.schedule.events = dpor_open(false, &(struct dpor_races){.context = &f, .found = on_race});
  struct vm *vm = f.recorder.vm = vm_open(program, options, sym, smt, &host);
  dpor_attach(f.schedule.events, vm);
  read_schedule(&f);
  enum vm_end end = follow(&f, vm);
  if (end == VM_EXITED) recorder_run(&f.recorder);
  replay->excluded = end == VM_INFEASIBLE;
  replay->threads = seeds_has_threads(vm);
  replay->loose = f.schedule.loose || (replay->threads && !f.schedule.steps.count);
  replay->run = hash_join(dpor_trace_hash(f.schedule.events), vm_counts(vm).instructions);
  keep_sought(&f);
  if (f.inputs.diverged) {
    replay->diverged = true;
    replay->why = result_text(result, "%s", f.inputs.why);
  }
  if (f.schedule.diverged && !replay->diverged) {
    replay->diverged = true;
    replay->why = result_text(result, "%s", f.schedule.why);
  }
  if (replay->other_version && !replay->diverged) replay->schedule = schedule_encode(vm, f.schedule.events);
  schedule_follower_free(&f.schedule);
  dpor_close(f.schedule.events);
  replay->path = vm_path_hash(vm, result->failures.count > 0);
  result->stats.instructions = vm_counts(vm).instructions;
  recorder_verdict(&f.recorder);
  vm_close(vm);
  recorder_close(&f.recorder);
  smt_close(smt);
  sym_close(sym);
  inputs_free(&f.inputs);
}
