/* Following one test in the interpreter: inputs have the test's bytes, so every decision is settled. */
#include <stdio.h>
#include <string.h>

#include "explore/explore.h"
#include "explore/follow.h"
#include "explore/recorder.h"
#include "suite/meta.h"
#include "util/assert.h"
#include "util/stop.h"

struct replay {
  struct machine machine;
  struct recorder recorder;
  struct explore_replay_request *asked;
  struct follower schedule;
  struct inputs inputs;
  bool taken; /* of a race: the second access is made */
};

static bool is_sought(const struct explore_replay_request *replay, const struct result_failure *failure) {
  const char *file = failure->nframes ? failure->frames[0].file : "";
  uint32_t line = failure->nframes ? failure->frames[0].line : 0;
  if (!replay->kind || strcmp(failure_kind_text(failure->kind), replay->kind)) return false;
  return replay->by_site ? failure->site == replay->site : line == replay->line && !strcmp(file, replay->file);
}

/* The failure that the test is about has happened. A data race ends nothing by itself, and the one that the test is
   about may be a later one. */
static bool is_shown(const struct replay *r) {
  const struct result *result = r->recorder.result;
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (is_sought(r->asked, &result->failures.data[i])) return true;
  return false;
}

/* Only the one that was sought, if there is such a one. */
static void keep_sought(struct replay *r) {
  struct result *result = r->recorder.result;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (is_sought(r->asked, &result->failures.data[i])) result->failures.data[kept++] = result->failures.data[i];
  if (kept) result->failures.count = kept;
}

static bool poll(void *context) {
  struct replay *r = context;
  char text[100];
  if (!stop_wanted()) return false;
  recorder_incomplete(&r->recorder, result_text(r->recorder.result, "%s", stop_words(text, sizeof text)));
  return true;
}

static bool has_local(const struct vm *vm) {
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (vm_thread_status(vm, t) == THREAD_LOCAL) return true;
  return false;
}

/* Has it failed for good? A failure that is not the sought one stops its thread; the others go on while there are
   steps, and to where they must wait for somebody to choose. */
static bool is_over(const struct replay *r, const struct vm *vm) {
  bool failed = vm_has_failed(vm), done = r->schedule.next >= r->schedule.steps.count;
  if (is_shown(r)) return done || failed;
  if (!failed) return false; /* a race fails nobody */
  return !r->asked->kind || (done && !has_local(vm));
}

/* Is the thread about to make the access at the sought place? One in a function of the library, as free(), is known by
   the place in the program that has called it. */
static bool is_at_sought(const struct replay *r, struct vm *vm, uint32_t thread) {
  const struct ir_program *p = r->recorder.program;
  uint32_t before = vm_current_thread(vm);
  vm_look_at(vm, thread);
  uint32_t ins = vm_failing_ins(vm);
  vm_look_at(vm, before);
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  if (r->asked->by_site) return ins == r->asked->site;
  return loc->line == r->asked->line && !strcmp(ir_text(p, loc->file), r->asked->file);
}

static bool seeks_race(const struct explore_replay_request *replay) {
  return replay->kind && !strcmp(replay->kind, failure_kind_text(FAILURE_RACE));
}

/* The schedule of a race ends where the second access is about to be made: that is the next step. */
static bool take_racing(struct replay *r, struct vm *vm) {
  if (r->taken || !seeks_race(r->asked) || is_shown(r)) return false;
  if (!follow_is_done(&r->schedule) || has_local(vm)) return false;
  for (uint32_t t = 0; t < vm_thread_count(vm) && !r->taken; t++) {
    if (vm_thread_status(vm, t) != THREAD_READY || !vm_thread_possible(vm, t)) continue;
    if (!is_at_sought(r, vm, t)) continue;
    r->taken = true;
    machine_take(&r->machine, t, IR_NONE);
  }
  return r->taken;
}

/* Behind the last step: everybody in turn, so that a thread that waits in a loop cannot keep the others from going
   on. */
static enum machine_next go_behind(struct machine *m) {
  if (follow_local(m->vm, IR_NONE)) return MACHINE_RUNS;
  uint32_t thread = machine_anybody(m, vm_current_thread(m->vm) + 1);
  if (thread == IR_NONE) return machine_nobody(m);
  machine_take(m, thread, IR_NONE);
  return MACHINE_RUNS;
}

static enum machine_next next_thread(void *context) {
  struct replay *r = context;
  struct vm *vm = r->machine.vm;
  bool racing = take_racing(r, vm);
  if (!racing && is_over(r, vm)) return machine_stop(&r->machine, VM_FAILED);
  if (poll(r)) return machine_stop(&r->machine, VM_STOPPED);
  if (racing) return is_shown(r) ? machine_stop(&r->machine, VM_FAILED) : MACHINE_RUNS; /* the path ends there */
  switch (follow_step(&r->schedule)) {
  case FOLLOW_RUNS: return MACHINE_RUNS;
  case FOLLOW_DONE: return go_behind(&r->machine);
  case FOLLOW_DIVERGED: break;
  }
  if (!vm_has_failed(vm)) return machine_stop(&r->machine, VM_CUT);
  r->schedule.diverged = false; /* the rest of the schedule is for a run without that failure */
  return machine_stop(&r->machine, VM_FAILED);
}

void explore_test_of(const struct result_failure *f, struct ktest *test) {
  *test = (struct ktest){0};
  for (uint32_t i = 0; i < f->ninputs; i++) ktest_put(test, f->inputs[i].name, f->inputs[i].bytes, f->inputs[i].size);
  if (f->schedule) ktest_put(test, META_SCHEDULE, f->schedule, (uint32_t)strlen(f->schedule));
}

static void read_schedule(struct replay *r) {
  uint32_t line;
  if (schedule_decode(r->asked->test, &r->schedule.steps, &line) || !line) return;
  r->schedule.diverged = true;
  snprintf(r->schedule.why, sizeof r->schedule.why, "line %u of the schedule cannot be read", line);
}

static void open_replay(struct replay *r, const struct ir_program *program, const struct explore_options *options,
                        struct result *result) {
  struct machine *m = &r->machine;
  r->inputs.test = r->asked->test;
  r->schedule = (struct follower){.machine = m, .other_version = r->asked->other_version, .match = r->asked->match};
  recorder_open(&r->recorder, program, options, result);
  machine_open(m, &(struct machine_policy){
                      .context = r, .next = next_thread, .poll = poll, .inputs = &r->inputs, .recorder = &r->recorder});
  r->recorder.sym = m->sym;
  r->recorder.smt = m->smt;
  machine_start(m, program, &options->config, &options->goal);
  r->recorder.vm = m->vm;
  vm_set_listener(m->vm, r->asked->listener);
  read_schedule(r);
}

static void diverges(struct replay *r, bool diverged, const char *why) {
  if (!diverged || r->asked->diverged) return;
  r->asked->diverged = true;
  r->asked->why = result_text(r->recorder.result, "%s", why);
}

/* What became of it. */
static void answer(struct replay *r, enum vm_end end) {
  struct explore_replay_request *asked = r->asked;
  struct result *result = r->recorder.result;
  struct machine *m = &r->machine;
  if (end == VM_EXITED) recorder_run(&r->recorder);
  asked->excluded = end == VM_INFEASIBLE;
  asked->threads = seeds_has_threads(m->vm);
  asked->loose = r->schedule.loose || (asked->threads && !r->schedule.steps.count);
  asked->run = hash_join(dpor_trace_hash(m->dpor), vm_counts(m->vm).instructions);
  keep_sought(r);
  diverges(r, r->inputs.diverged, r->inputs.why);
  diverges(r, r->schedule.diverged, r->schedule.why);
  if (asked->other_version && !asked->diverged) asked->schedule = schedule_encode(m->vm, m->dpor);
  asked->path = vm_path_hash(m->vm, result->failures.count > 0);
  result->stats.instructions = vm_counts(m->vm).instructions;
  recorder_verdict(&r->recorder);
}

/* Where the test is about a race, races are failures, whoever asked for them: a check of two versions finds new ones
   without being asked to. */
void explore_replay(const struct ir_program *program, const struct explore_options *wanted,
                    struct explore_replay_request *replay, struct result *result) {
  ASSERT(replay->test && !replay->schedule);
  struct explore_options options = *wanted;
  struct replay r = {.asked = replay};
  if (seeks_race(replay)) options.config.checks |= 1u << CHECK_RACE;
  open_replay(&r, program, &options, result);
  answer(&r, machine_run(&r.machine));
  machine_close(&r.machine);
  follow_free(&r.schedule);
  recorder_close(&r.recorder);
  inputs_free(&r.inputs);
}
