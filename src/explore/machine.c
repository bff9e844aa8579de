/* The machine's host: what it tells goes to the recorder or to the policy, its events to dpor or to a list of steps.

   In: a policy, a program, options. Out: a machine that runs to the end of a path. The events are told of an operation
   before it happens (machine_take), whoever chose it. */
#include "explore/machine.h"

#include <stdio.h>

#include "explore/record.h"
#include "explore/recorder.h"

/* ---- what a run shows ---- */

static void tell_failure(struct machine *m, enum failure_kind kind, const char *identity) {
  if (m->policy.failure) m->policy.failure(m->policy.context, kind, identity);
}

static void on_failure(void *context, enum failure_kind kind, const char *message, const char *detail) {
  struct machine *m = context;
  if (m->policy.recorder) recorder_failure(m->policy.recorder, kind, message, detail);
  else tell_failure(m, kind, message);
}

static void on_incomplete(void *context, const char *reason) {
  struct machine *m = context;
  if (m->policy.proves_nothing) return;
  if (m->policy.recorder) recorder_incomplete(m->policy.recorder, reason);
  else if (m->policy.incomplete) m->policy.incomplete(m->policy.context);
}

static void on_unconfirmed(void *context, enum failure_kind kind, const char *message, const char *reason) {
  struct machine *m = context;
  if (!m->policy.proves_nothing) recorder_unconfirmed(m->policy.recorder, kind, message, reason);
}

static void on_output(void *context, int fd, const char *bytes, size_t count) {
  (void)context;
  fwrite(bytes, 1, count, fd == 2 ? stderr : stdout);
}

static void on_race(void *context, const struct dpor_event *first, uint32_t thread, const struct vm_op *second) {
  struct machine *m = context;
  if (m->policy.recorder) {
    recorder_race(m->policy.recorder, first, thread, second);
    return;
  }
  uint32_t before = vm_current_thread(m->vm);
  vm_look_at(m->vm, thread);
  tell_failure(m, FAILURE_RACE, "");
  vm_look_at(m->vm, before);
}

static void on_unseen(void *context, uint32_t thread) {
  struct machine *m = context;
  uint32_t before = vm_current_thread(m->vm);
  vm_look_at(m->vm, thread);
  on_incomplete(m, "a variable is accessed by another thread in a way that is not tracked");
  vm_look_at(m->vm, before);
}

static bool on_poll(void *context) {
  const struct machine *m = context;
  return m->policy.poll(m->policy.context);
}

static const uint8_t *on_input(void *context, const char *name, uint32_t size, enum sym_input_kind kind) {
  const struct machine_policy *p = &((struct machine *)context)->policy;
  return p->inputs ? inputs_next(p->inputs, name, size, kind) : p->input(p->context, name, size, kind);
}

/* ---- events: dpor ---- */

static uint64_t on_mark(void *context) { return dpor_mark(context); }
static void on_rewind(void *context, uint64_t mark, bool schedule) { dpor_rewind(context, mark, schedule); }
static void on_picked(void *context, uint32_t thread) { dpor_picked(context, thread); }
static void on_kept(void *context, uint32_t thread, uint64_t address) { dpor_kept(context, thread, address); }
static void on_touched(void *context, const struct vm_range *range, bool approximate) {
  dpor_touched(context, range, approximate);
}
static uint32_t on_count(void *context) {
  uint32_t count;
  dpor_events(context, &count);
  return count;
}
static bool on_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  return dpor_disturbed(context, thread, from, to);
}
static uint64_t on_loop_hash(void *context, uint32_t from, uint32_t to) { return dpor_loop_hash(context, from, to); }

/* ---- events: a list of steps ---- */

static void list_step(struct machine *m, uint32_t thread) {
  vec_reserve(&m->steps, m->steps.count + 1);
  struct schedule_done *step = &m->steps.data[m->steps.count++];
  step->thread = thread;
  step->op = *vm_thread_op(m->vm, thread);
}
static uint64_t list_mark(void *context) { return ((struct machine *)context)->steps.count; }
static uint32_t list_count(void *context) { return ((struct machine *)context)->steps.count; }

static void list_rewind(void *context, uint64_t mark, bool schedule) {
  struct machine *m = context;
  (void)schedule;
  m->steps.count = (uint32_t)mark;
  while (m->touches.count && vec_last(&m->touches).step >= m->steps.count) m->touches.count--;
}

static bool list_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  const struct machine *m = context;
  for (uint32_t i = to; i < m->steps.count; i++)
    for (uint32_t k = from; k < to && m->steps.data[i].thread != thread && !m->steps.data[i].op.kept; k++)
      if (dpor_depend(&m->steps.data[k].op, &m->steps.data[i].op)) return true;
  return false;
}

static void list_picked(void *context, uint32_t thread) {
  struct machine *m = context;
  if (m->steps.count) vec_last(&m->steps).op.ticket = thread + 1;
}

static void list_kept(void *context, uint32_t thread, uint64_t address) {
  struct machine *m = context;
  struct schedule_done *step = m->steps.count ? &vec_last(&m->steps) : NULL;
  if (step && step->thread == thread) vm_op_keep(&step->op, address);
}

static void list_touched(void *context, const struct vm_range *range, bool approximate) {
  struct machine *m = context;
  (void)approximate;
  if (!m->steps.count) return;
  struct machine_touch touch = {.step = m->steps.count - 1, .range = *range};
  vec_push(&m->touches, touch);
}

static struct vm_events events_of(struct machine *m) {
  if (m->policy.lists_steps)
    return (struct vm_events){.context = m,
                              .mark = list_mark,
                              .count = list_count,
                              .rewind = list_rewind,
                              .touched = list_touched,
                              .picked = list_picked,
                              .kept = list_kept,
                              .disturbed = list_disturbed};
  return (struct vm_events){.context = m->dpor,
                            .mark = on_mark,
                            .count = on_count,
                            .rewind = on_rewind,
                            .touched = on_touched,
                            .picked = on_picked,
                            .kept = on_kept,
                            .disturbed = on_disturbed,
                            .loop_hash = on_loop_hash};
}

/* ---- opening ---- */

void machine_open(struct machine *m, const struct machine_policy *policy) {
  *m = (struct machine){.policy = *policy, .sym = sym_open()};
  m->smt = smt_open(m->sym, &policy->solver);
  struct dpor_races races = {.context = m, .found = on_race, .unseen = policy->recorder ? on_unseen : NULL};
  if (!policy->lists_steps) m->dpor = dpor_open(policy->naive, &races);
}

void machine_start(struct machine *m, const struct ir_program *program, const struct explore_config *config,
                   const struct explore_goal *goal) {
  const struct machine_policy *p = &m->policy;
  struct vm_host host = {.context = m,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .unconfirmed = p->recorder ? on_unconfirmed : NULL,
                         .poll = on_poll,
                         .output = p->recorder && config->show_output ? on_output : NULL,
                         .input = p->inputs || p->input ? on_input : NULL,
                         .pinned = p->inputs || p->input ? NULL : goal->pinned,
                         .statics = goal->statics,
                         .watch = goal->watch,
                         .watch_branches = goal->watch_branches,
                         .flow = record_flow(goal->record, program),
                         .events = events_of(m),
                         .search = p->search};
  m->vm = vm_open(program, config, m->sym, m->smt, &host);
  if (m->dpor) dpor_attach(m->dpor, m->vm);
}

void machine_close(struct machine *m) {
  if (m->dpor) dpor_close(m->dpor);
  vm_close(m->vm);
  smt_close(m->smt);
  sym_close(m->sym);
  vec_free(&m->steps);
  vec_free(&m->touches);
}

/* ---- a run ---- */

enum vm_end machine_run_one(struct machine *m) {
  if (!m->policy.ran) return vm_run(m->vm);
  uint32_t thread = vm_current_thread(m->vm);
  enum vm_end end = vm_run(m->vm);
  m->policy.ran(m->policy.context, thread);
  return end;
}

/* Where some thread goes no further the others cannot be blamed for waiting. */
static enum vm_end deadlock(struct machine *m) {
  char detail[2048];
  if (vm_is_halted(m->vm)) return vm_final_end(m->vm);
  if (vm_awaits_timer(m->vm)) return VM_INFEASIBLE;
  if (vm_awaits_signal(m->vm)) {
    if (m->policy.recorder)
      recorder_incomplete(m->policy.recorder,
                          "a signal has come for a thread that waits: this wait is not interrupted");
    return VM_CUT;
  }
  vm_look_at_waiting(m->vm);
  vm_describe_deadlock(m->vm, detail, sizeof detail);
  if (m->policy.recorder)
    recorder_failure(m->policy.recorder, FAILURE_DEADLOCK, "deadlock: threads wait for ever", detail);
  else tell_failure(m, FAILURE_DEADLOCK, detail);
  return VM_FAILED;
}

enum vm_end machine_go_on(struct machine *m) {
  enum vm_end end = VM_YIELDED;
  while (end == VM_YIELDED) {
    switch (m->policy.next(m->policy.context)) {
    case MACHINE_RUNS: end = machine_run_one(m); break;
    case MACHINE_EXITS: end = vm_end_program(m->vm); break;
    case MACHINE_DEADLOCKS: return deadlock(m);
    case MACHINE_STOPS: return m->end;
    }
  }
  return end;
}

enum vm_end machine_run(struct machine *m) {
  enum vm_end end = machine_run_one(m);
  return end == VM_YIELDED ? machine_go_on(m) : end;
}

/* ---- for policies ---- */

void machine_take(struct machine *m, uint32_t thread, uint32_t woken) {
  if (m->policy.taking) m->policy.taking(m->policy.context, thread);
  if (m->dpor) dpor_record(m->dpor, thread);
  else list_step(m, thread);
  /* a number that no thread has: the first one that waits, and no choice is left behind */
  vm_pick(m->vm, woken == IR_NONE ? VM_PICK_NOBODY : woken);
  vm_continue(m->vm, thread, true);
}

uint32_t machine_anybody(const struct machine *m, uint32_t from) {
  for (uint32_t i = 0, count = vm_thread_count(m->vm); i < count; i++)
    if (vm_thread_can_go(m->vm, (from + i) % count)) return (from + i) % count;
  return IR_NONE;
}

enum machine_next machine_nobody(const struct machine *m) {
  bool waits = false;
  for (uint32_t t = 0; t < vm_thread_count(m->vm); t++) {
    if (vm_thread_status(m->vm, t) != THREAD_READY) continue;
    if (vm_thread_kind(m->vm, t) == VM_OP_EXIT) return MACHINE_EXITS;
    waits = true;
  }
  return waits ? MACHINE_DEADLOCKS : MACHINE_EXITS;
}

enum machine_next machine_stop(struct machine *m, enum vm_end end) {
  m->end = end;
  return MACHINE_STOPS;
}
