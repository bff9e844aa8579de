/* Running schedules of one test over and over: the machine is taken back by its trail to the state before the first
   choice, so that a run costs no more than its steps. */
#include "explain/session.h"

#include <string.h>
#include <time.h>

#include "util/map.h"
#include "util/stop.h"

uint32_t session_switches(const struct schedule_done *steps, uint32_t count) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < count; i++) n += steps[i].thread != steps[i - 1].thread;
  return n;
}

struct plan_step session_planned(const struct schedule_done *done) {
  bool woke = done->op.kind == VM_OP_SIGNAL && done->op.ticket;
  return (struct plan_step){.thread = done->thread, .woken = woke ? (uint32_t)done->op.ticket - 1 : IR_NONE};
}

/* ---- what a run shows ---- */

static bool is_wanted(const struct session *s, const struct session_failure *f) {
  const struct session_failure *w = &s->wanted;
  if (s->sought && f->happened && f->kind == s->sought->kind) {
    struct result_frame here = vm_frame_at(s->machine.vm, f->ins);
    const struct result_frame *there = s->sought->nframes ? &s->sought->frames[0] : &here;
    return here.line == there->line && !strcmp(here.file, there->file);
  }
  struct failure_point wanted = {.kind = w->kind, .place = w->ins, .message = w->identity};
  struct failure_point shown = {.kind = f->kind, .place = f->ins, .message = f->identity};
  return w->happened && failure_same(FAILURE_REPEATED, &wanted, &shown);
}

/* A run may show several failures (leaks): the wanted one counts, else the first. */
static void see(void *context, enum failure_kind kind, const char *identity) {
  struct session *s = context;
  struct failure_point point = failure_point(kind, vm_failing_ins(s->machine.vm), 0, identity);
  struct session_failure f = {.happened = true, .kind = kind, .ins = (uint32_t)point.place, .identity = point.message};
  bool wanted = is_wanted(s, &f);
  if (!s->seen.happened || wanted) s->seen = f;
  s->passed += !wanted && kind != FAILURE_LEAK;
}

static void note_incomplete(void *context) { ((struct session *)context)->incomplete = true; }

static bool poll(void *context) {
  const struct session *s = context;
  return (s->deadline > 0 && clock_now() > s->deadline) || stop_overdue();
}

/* ---- one run ---- */

static void before_step(void *context, uint32_t thread) {
  struct session *s = context;
  s->stepping = thread;
  s->steps = true;
  if (s->watch) s->watch->before(s->watch->context, s, s->machine.steps.count);
}

static void after_step(void *context, uint32_t thread) {
  struct session *s = context;
  (void)thread;
  if (s->watch && s->steps) s->watch->after(s->watch->context, s, s->machine.steps.count - 1);
  s->steps = false;
}

static void go_to_start(struct session *s) {
  enum vm_back back;
  do back = vm_backtrack(s->machine.vm);
  while (back == VM_BACK_DECISION);
  vm_push_schedule(s->machine.vm);
  s->passed = 0;
  s->end = VM_STOPPED;
  s->incomplete = s->inputs.diverged = false;
  s->seen = (struct session_failure){0};
  map_free(&s->inputs.used);
  for (uint32_t i = 0; s->inputs_at_start.count && i <= s->inputs_at_start.mask; i++) {
    const struct map_slot *slot = &s->inputs_at_start.slots[i];
    if (slot->used) map_put(&s->inputs.used, slot->key, slot->value);
  }
}

/* Who comes next in a plan, or behind it: IR_NONE if nobody can. By itself the running thread goes on if it can, else
   the one with the lowest number. */
static uint32_t next_planned(struct session *s, uint32_t *woken) {
  struct vm *vm = s->machine.vm;
  *woken = IR_NONE;
  while (s->plan && s->at < s->plan->count) {
    struct plan_step p = s->plan->data[s->at++];
    if (!vm_thread_can_go(vm, p.thread)) continue;
    *woken = p.woken;
    return p.thread;
  }
  if (s->plan && s->chooser) return s->chooser->choose(s->chooser->context, s, woken);
  uint32_t current = vm_current_thread(vm);
  return vm_thread_can_go(vm, current) ? current : machine_anybody(&s->machine, 0);
}

static bool is_at(struct session *s, uint32_t thread, const struct result_frame *place) {
  struct result_frame here;
  return thread != IR_NONE && vm_thread_can_go(s->machine.vm, thread) &&
         vm_thread_place(s->machine.vm, thread, &here) && here.line == place->line && here.column == place->column &&
         !strcmp(here.file, place->file);
}

/* Are both accesses of the race possible now? */
static bool is_before_race(struct session *s) {
  struct vm *vm = s->machine.vm;
  uint32_t first = vm_find_thread(vm, s->race->thread[0]), second = vm_find_thread(vm, s->race->thread[1]);
  return is_at(s, first, s->race->place[0]) && is_at(s, second, s->race->place[1]) &&
         dpor_depend(vm_thread_op(vm, first), vm_thread_op(vm, second));
}

/* Lets a thread make its step and goes on to the next state where somebody must choose. */
static void step(struct session *s, uint32_t thread) {
  struct machine *m = &s->machine;
  machine_take(m, thread, IR_NONE);
  enum vm_end end = machine_run_one(m);
  while (end == VM_YIELDED && !is_wanted(s, &s->seen) && vm_continue_local(m->vm)) end = machine_run_one(m);
}

/* They happen, and the run is over. */
static void show_race(struct session *s) {
  struct vm *vm = s->machine.vm;
  uint32_t second = vm_find_thread(vm, s->race->thread[1]);
  step(s, vm_find_thread(vm, s->race->thread[0]));
  if (vm_thread_can_go(vm, second)) step(s, second);
}

static bool is_over_limit(struct session *s) { return s->machine.steps.count >= s->most_steps || poll(s); }

static enum machine_next next_thread(void *context) {
  struct session *s = context;
  struct machine *m = &s->machine;
  uint32_t woken;
  if (is_wanted(s, &s->seen)) return machine_stop(m, VM_STOPPED);
  if (vm_continue_local(m->vm)) return MACHINE_RUNS;
  s->racing = s->race && is_before_race(s);
  if (s->racing) return machine_stop(m, VM_STOPPED);
  if (s->exact && !follow_is_done(&s->follower)) {
    bool follows = !is_over_limit(s) && follow_step(&s->follower) == FOLLOW_RUNS;
    return follows ? MACHINE_RUNS : machine_stop(m, VM_STOPPED);
  }
  uint32_t thread = next_planned(s, &woken);
  if (thread == IR_NONE) return machine_nobody(m);
  if (is_over_limit(s) || (s->exact && vm_has_failed(m->vm))) return machine_stop(m, VM_STOPPED);
  machine_take(m, thread, woken);
  return MACHINE_RUNS;
}

static bool run(struct session *s) {
  go_to_start(s);
  if (s->watch) s->watch->start(s->watch->context, s);
  s->end = machine_go_on(&s->machine);
  if (s->racing) show_race(s);
  return s->racing || is_wanted(s, &s->seen);
}

bool session_run(struct session *s, const session_plan *plan) {
  s->plan = plan;
  s->at = 0;
  s->exact = false;
  return run(s);
}

bool session_follow(struct session *s, const schedule_steps *steps) {
  s->plan = NULL;
  s->exact = true;
  s->follower = (struct follower){.machine = &s->machine, .eager = true};
  s->follower.steps.data = steps->data; /* the caller frees them */
  s->follower.steps.count = steps->count;
  return run(s);
}

/* ---- opening ---- */

static void keep_inputs(struct session *s) {
  for (uint32_t i = 0; s->inputs.used.count && i <= s->inputs.used.mask; i++)
    if (s->inputs.used.slots[i].used)
      map_put(&s->inputs_at_start, s->inputs.used.slots[i].key, s->inputs.used.slots[i].value);
}

static bool open_with(struct session *s, const struct ir_program *program, const struct explore_config *config,
                      const struct explore_goal *goal, const struct ktest *test, struct ktest *grow) {
  struct machine *m = &s->machine;
  *s = (struct session){.program = program, .inputs.test = test, .inputs.grow = grow, .most_steps = UINT32_MAX};
  machine_open(m, &(struct machine_policy){.context = s,
                                           .next = next_thread,
                                           .taking = before_step,
                                           .ran = after_step,
                                           .poll = poll,
                                           .inputs = &s->inputs,
                                           .failure = see,
                                           .incomplete = note_incomplete,
                                           .lists_steps = true});
  machine_start(m, program, config, goal);
  enum vm_end end = machine_run_one(m);
  while (end == VM_YIELDED && !vm_has_failed(m->vm) && vm_continue_local(m->vm)) end = machine_run_one(m);
  s->end = end;
  s->at_choice = end == VM_YIELDED && !vm_has_failed(m->vm) && !s->inputs.diverged;
  if (!s->at_choice) return false;
  keep_inputs(s);
  vm_push_schedule(m->vm);
  return true;
}

bool session_open(struct session *s, const struct ir_program *program, const struct explore_config *config,
                  const struct explore_goal *goal, const struct ktest *test) {
  return open_with(s, program, config, goal, test, NULL);
}

bool session_open_growing(struct session *s, const struct ir_program *program, const struct explore_config *config,
                          const struct explore_goal *goal, struct ktest *test) {
  return open_with(s, program, config, goal, test, test);
}

void session_close(struct session *s) {
  machine_close(&s->machine);
  inputs_free(&s->inputs);
  map_free(&s->inputs_at_start);
}
