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

/* ---- the machine's host ---- */

static bool is_wanted(const struct session *s, const struct session_failure *f) {
  const struct session_failure *w = &s->wanted;
  if (s->sought && f->happened && f->kind == s->sought->kind) {
    struct result_frame here = vm_frame_at(s->vm, f->ins);
    const struct result_frame *there = s->sought->nframes ? &s->sought->frames[0] : &here;
    return here.line == there->line && !strcmp(here.file, there->file);
  }
  return w->happened && f->kind == w->kind && f->ins == w->ins && f->identity == w->identity;
}

/* A run may show several failures (leaks): the wanted one counts, else the first. */
static void see(struct session *s, enum failure_kind kind, const char *identity) {
  struct session_failure f = {.happened = true, .kind = kind, .ins = vm_failing_ins(s->vm)};
  if (kind == FAILURE_DEADLOCK || kind == FAILURE_LEAK) f.identity = hash_bytes(identity, strlen(identity));
  bool wanted = is_wanted(s, &f);
  if (!s->seen.happened || wanted) s->seen = f;
  s->passed += !wanted && kind != FAILURE_LEAK;
}

static void on_failure(void *context, enum failure_kind kind, const char *message, const char *detail) {
  (void)detail;
  see(context, kind, message);
}
static void on_incomplete(void *context, const char *reason) {
  (void)reason;
  ((struct session *)context)->incomplete = true;
}
static void on_bounded(void *context) { ((struct session *)context)->incomplete = true; }
static bool on_poll(void *context) {
  const struct session *s = context;
  return (s->deadline > 0 && clock_now() > s->deadline) || stop_overdue();
}
static uint64_t on_mark(void *context) { return ((struct session *)context)->ran.count; }
static uint32_t on_events(void *context) { return ((struct session *)context)->ran.count; }
static bool on_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  const session_steps *ran = &((struct session *)context)->ran;
  for (uint32_t i = to; i < ran->count; i++)
    for (uint32_t k = from; k < to && ran->data[i].thread != thread; k++)
      if (dpor_depend(&ran->data[k].op, &ran->data[i].op)) return true;
  return false;
}
static void on_picked(void *context, uint32_t thread) {
  struct session *s = context;
  if (s->ran.count) vec_last(&s->ran).op.ticket = thread + 1;
}
static void on_touched(void *context, const struct vm_range *range, bool approximate) {
  struct session *s = context;
  struct session_touch touch = {.range = *range};
  (void)approximate;
  if (!s->ran.count) return;
  touch.step = s->ran.count - 1;
  vec_push(&s->touches, touch);
}
static const uint8_t *on_input(void *context, const char *name, uint32_t size, enum sym_input_kind kind) {
  return inputs_next(&((struct session *)context)->inputs, name, size, kind);
}

/* ---- one run ---- */

/* The running thread if it can, else the one with the lowest number. */
static uint32_t anybody(struct vm *vm) {
  uint32_t current = vm_current_thread(vm);
  if (vm_thread_can_go(vm, current)) return current;
  for (uint32_t t = 0; t < vm_thread_count(vm); t++)
    if (vm_thread_can_go(vm, t)) return t;
  return IR_NONE;
}

static void deadlock(struct session *s) {
  char detail[2048];
  vm_look_at_waiting(s->vm);
  vm_describe_deadlock(s->vm, detail, sizeof detail);
  see(s, FAILURE_DEADLOCK, detail);
}

static bool exits(struct vm *vm) {
  bool anybody_left = false;
  for (uint32_t t = 0; t < vm_thread_count(vm); t++) {
    if (vm_thread_status(vm, t) != THREAD_READY) continue;
    if (vm_thread_op(vm, t)->kind == VM_OP_EXIT) return true;
    anybody_left = true;
  }
  return !anybody_left;
}

/* Lets a thread make its step and goes on to the next state where somebody must choose. */
static enum vm_end step(struct session *s, uint32_t thread, uint32_t woken) {
  struct schedule_done done = {.thread = thread, .op = *vm_thread_op(s->vm, thread)};
  uint32_t number = s->ran.count;
  s->stepping = thread;
  if (s->watch) s->watch->before(s->watch->context, s, number);
  vec_push(&s->ran, done);
  /* a number that no thread has: the first one that waits, and no choice is left behind */
  vm_pick(s->vm, woken == IR_NONE ? IR_NONE - 1 : woken);
  vm_continue(s->vm, thread, true);
  enum vm_end end = vm_run(s->vm);
  if (s->watch) s->watch->after(s->watch->context, s, number);
  while (end == VM_YIELDED && !is_wanted(s, &s->seen) && vm_continue_local(s->vm)) end = vm_run(s->vm);
  return end;
}

static void go_to_start(struct session *s) {
  enum vm_back back;
  do back = vm_backtrack(s->vm);
  while (back == VM_BACK_DECISION);
  vm_push_schedule(s->vm);
  s->ran.count = s->touches.count = s->passed = 0;
  s->end = VM_STOPPED;
  s->incomplete = s->inputs.diverged = false;
  s->seen = (struct session_failure){0};
  map_free(&s->inputs.used);
  for (uint32_t i = 0; s->inputs_at_start.count && i <= s->inputs_at_start.mask; i++) {
    const struct map_slot *slot = &s->inputs_at_start.slots[i];
    if (slot->used) map_put(&s->inputs.used, slot->key, slot->value);
  }
}

/* What comes next: IR_NONE if nothing can, or the exact schedule does not fit. */
static uint32_t next_planned(struct session *s, const session_plan *plan, uint32_t *at, uint32_t *woken) {
  *woken = IR_NONE;
  while (*at < plan->count) {
    struct plan_step p = plan->data[(*at)++];
    if (!vm_thread_can_go(s->vm, p.thread)) continue;
    *woken = p.woken;
    return p.thread;
  }
  return s->chooser ? s->chooser->choose(s->chooser->context, s, woken) : anybody(s->vm);
}

static uint32_t next_exact(struct session *s, uint32_t *at, uint32_t *woken, bool *fits) {
  *woken = IR_NONE;
  if (*at >= s->exact->count) return anybody(s->vm);
  const struct schedule_step *e = &s->exact->data[(*at)++];
  uint32_t thread = vm_find_thread(s->vm, e->thread);
  *fits = thread != IR_NONE && vm_thread_can_go(s->vm, thread) && vm_thread_op(s->vm, thread)->ins == e->ins &&
          vm_thread_op(s->vm, thread)->kind == e->kind;
  if (*fits && e->woken[0]) *woken = vm_find_thread(s->vm, e->woken);
  return *fits ? thread : IR_NONE;
}

static bool is_at(struct session *s, uint32_t thread, const struct result_frame *place) {
  struct result_frame here;
  return thread != IR_NONE && vm_thread_can_go(s->vm, thread) && vm_thread_place(s->vm, thread, &here) &&
         here.line == place->line && here.column == place->column && !strcmp(here.file, place->file);
}

/* Are both accesses possible now? Then they happen, and the run is over. */
static bool show_race(struct session *s) {
  uint32_t first = vm_find_thread(s->vm, s->race->thread[0]), second = vm_find_thread(s->vm, s->race->thread[1]);
  if (!is_at(s, first, s->race->place[0]) || !is_at(s, second, s->race->place[1])) return false;
  if (!dpor_depend(vm_thread_op(s->vm, first), vm_thread_op(s->vm, second))) return false;
  step(s, first, IR_NONE);
  if (vm_thread_can_go(s->vm, second)) step(s, second, IR_NONE);
  return true;
}

static bool run(struct session *s, const session_plan *plan) {
  uint32_t at = 0, woken;
  bool fits = true;
  go_to_start(s);
  if (s->watch) s->watch->start(s->watch->context, s);
  for (;;) {
    if (s->race && show_race(s)) return true;
    uint32_t thread = s->exact ? next_exact(s, &at, &woken, &fits) : next_planned(s, plan, &at, &woken);
    if (!fits) return false;
    if (thread == IR_NONE) break;
    if (s->ran.count >= s->most_steps || on_poll(s)) return false;
    if (s->exact && s->ran.count >= s->exact->count && vm_has_failed(s->vm)) return false;
    enum vm_end end = step(s, thread, woken);
    if (end != VM_YIELDED) s->end = end;
    if (end != VM_YIELDED || is_wanted(s, &s->seen)) return is_wanted(s, &s->seen);
  }
  s->end = VM_FAILED;
  if (exits(s->vm)) s->end = vm_end_program(s->vm);
  else if (!vm_is_halted(s->vm)) deadlock(s);
  return is_wanted(s, &s->seen);
}

bool session_run(struct session *s, const session_plan *plan) {
  s->exact = NULL;
  return run(s, plan);
}

bool session_follow(struct session *s, const schedule_steps *steps) {
  static const session_plan none = {0};
  s->exact = steps;
  return run(s, &none);
}

/* ---- opening ---- */

static void keep_inputs(struct session *s) {
  for (uint32_t i = 0; s->inputs.used.count && i <= s->inputs.used.mask; i++)
    if (s->inputs.used.slots[i].used)
      map_put(&s->inputs_at_start, s->inputs.used.slots[i].key, s->inputs.used.slots[i].value);
}

static bool open_with(struct session *s, const struct ir_program *program, const struct explore_options *options,
                      const struct ktest *test, struct ktest *grow) {
  *s = (struct session){.program = program, .options = *options, .inputs.test = test, .most_steps = UINT32_MAX};
  s->inputs.grow = grow;
  s->options.show_output = s->options.dump_paths = s->options.dump_queries = s->options.dump_expr = false;
  struct vm_host host = {.context = s,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .poll = on_poll,
                         .bounded = on_bounded,
                         .mark = on_mark,
                         .events = on_events,
                         .touched = on_touched,
                         .disturbed = on_disturbed,
                         .picked = on_picked,
                         .fixed_input = on_input};
  struct smt_options smt_options = {0};
  s->sym = sym_open();
  s->smt = smt_open(s->sym, &smt_options);
  s->vm = vm_open(program, &s->options, s->sym, s->smt, &host);
  enum vm_end end = vm_run(s->vm);
  while (end == VM_YIELDED && !vm_has_failed(s->vm) && vm_continue_local(s->vm)) end = vm_run(s->vm);
  s->end = end;
  s->at_choice = end == VM_YIELDED && !vm_has_failed(s->vm) && !s->inputs.diverged;
  if (!s->at_choice) return false;
  keep_inputs(s);
  vm_push_schedule(s->vm);
  return true;
}

bool session_open(struct session *s, const struct ir_program *program, const struct explore_options *options,
                  const struct ktest *test) {
  return open_with(s, program, options, test, NULL);
}

bool session_open_growing(struct session *s, const struct ir_program *program, const struct explore_options *options,
                          struct ktest *test) {
  return open_with(s, program, options, test, test);
}

void session_close(struct session *s) {
  vm_close(s->vm);
  smt_close(s->smt);
  sym_close(s->sym);
  inputs_free(&s->inputs);
  map_free(&s->inputs_at_start);
  vec_free(&s->ran);
  vec_free(&s->touches);
}
