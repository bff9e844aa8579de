/* Executing a run again with fixed inputs. Steps that depend on nothing (irrelevant accesses, joins where only main
   joins) are taken when their thread is needed; all others come in the order of the run. */
#include "explore/concrete_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/schedule.h"
#include "util/mem.h"

struct redo {
  const struct concrete_run_source *source;
  const struct concrete_run_goal *wanted;
  struct concrete_run *concrete;
  struct vm *vm;
  struct dpor *events;
  schedule_steps plan;
  uint32_t at, rounds; /* in the plan; steps behind it that only go round */
  bool shown, spoilt;  /* what is wanted was seen; the run ended otherwise */
};

/* ---- inputs ---- */

static uint32_t repetitions_of(const struct concrete_run *e, const char *base, uint32_t length) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->inputs.count; i++)
    count += e->inputs.data[i].base == length && !strncmp(e->inputs.data[i].name, base, length);
  return count;
}

/* What the run has not read is zero. */
static void fill(const struct concrete_run_source *s, struct concrete_run_input *input) {
  for (uint32_t i = 0; i < vm_inputs(s->vm); i++) {
    const struct sym_input *known = vm_input(s->vm, i);
    if (strcmp(known->name, input->name) || known->size != input->size || known->kind != input->kind) continue;
    for (uint32_t k = 0; k < known->size; k++)
      input->bytes[k] = known->first + k < s->nvars ? s->model[known->first + k] : 0;
    return;
  }
}

static const uint8_t *on_input(void *context, const char *base, uint32_t size, enum sym_input_kind kind) {
  struct redo *r = context;
  char name[256];
  uint32_t length = (uint32_t)strlen(base), repetitions = repetitions_of(r->concrete, base, length);
  if (repetitions) snprintf(name, sizeof name, "%s_%u", base, repetitions);
  else snprintf(name, sizeof name, "%s", base);
  struct concrete_run_input input = {
      .name = mem_strdup(name), .bytes = mem_zalloc(size + 1u), .size = size, .base = length, .kind = kind};
  fill(r->source, &input);
  vec_push(&r->concrete->inputs, input);
  return input.bytes;
}

/* ---- the machine's host ---- */

static void see(struct redo *r, enum failure_kind kind, const char *message) {
  const struct concrete_run_goal *w = r->wanted;
  bool same = w->failure && w->kind == kind && w->ins == vm_failing_ins(r->vm);
  if (same && kind == FAILURE_LEAK) same = !strcmp(w->message, message);
  if (!same) {
    if (!w->failure) r->spoilt = true;
    return;
  }
  if (r->shown) return;
  r->shown = true;
  r->concrete->path = vm_path_hash(r->vm, true);
  r->concrete->schedule = schedule_encode(r->vm, r->events);
}

static void on_failure(void *context, enum failure_kind kind, const char *message, const char *detail) {
  (void)detail;
  see(context, kind, message);
}
static void on_incomplete(void *context, const char *reason) {
  (void)reason;
  ((struct redo *)context)->spoilt = true;
}
static bool on_poll(void *context) {
  const struct redo *r = context;
  return r->shown || (r->source->poll && r->source->poll(r->source->context));
}
static uint64_t on_mark(void *context) { return dpor_mark(((struct redo *)context)->events); }
static uint32_t on_events(void *context) { return (uint32_t)on_mark(context); }
static bool on_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  return dpor_disturbed(((struct redo *)context)->events, thread, from, to);
}
static void on_touched(void *context, const struct vm_range *range, bool approximate) {
  dpor_touched(((struct redo *)context)->events, range, approximate);
}
static void on_picked(void *context, uint32_t thread) { dpor_picked(((struct redo *)context)->events, thread); }
static void on_race(void *context, const struct dpor_event *first, uint32_t thread, const struct vm_op *second) {
  struct redo *r = context;
  (void)first;
  (void)second;
  if (r->wanted->kind != FAILURE_RACE || !r->wanted->failure) return;
  uint32_t before = vm_current_thread(r->vm);
  vm_look_at(r->vm, thread);
  see(r, FAILURE_RACE, "");
  vm_look_at(r->vm, before);
}

/* ---- the order ---- */

static bool is_at_once(const struct vm *vm, const struct vm_op *op) {
  return op->irrelevant || (op->kind == VM_OP_JOIN && !vm_joins_compete(vm));
}

/* The steps of the run whose order matters. */
static void make_plan(struct redo *r) {
  const struct vm *vm = r->source->vm;
  uint32_t count = 0;
  const struct dpor_event *events = r->source->dpor ? dpor_events(r->source->dpor, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    const struct vm_op *op = &events[i].op;
    if (is_at_once(vm, op)) continue;
    struct schedule_step step = {.ins = op->ins, .kind = (enum vm_operation)op->kind};
    snprintf(step.thread, sizeof step.thread, "%s", vm_name_of_thread(vm, events[i].thread));
    if (op->kind == VM_OP_SIGNAL && op->ticket)
      snprintf(step.woken, sizeof step.woken, "%s", vm_name_of_thread(vm, (uint32_t)op->ticket - 1));
    vec_push(&r->plan, step);
  }
}

static void go(struct redo *r, uint32_t thread) {
  dpor_record(r->events, thread);
  vm_continue(r->vm, thread, true);
}

/* Does the thread have something to do that depends on nobody? */
static bool goes_by_itself(struct redo *r, uint32_t t) {
  if (t >= vm_thread_count(r->vm)) return false;
  if (vm_thread_status(r->vm, t) == THREAD_LOCAL) {
    vm_continue(r->vm, t, false);
    return true;
  }
  if (!vm_thread_can_go(r->vm, t) || !is_at_once(r->vm, vm_thread_op(r->vm, t))) return false;
  go(r, t);
  return true;
}

static bool anybody_goes(struct redo *r) {
  for (uint32_t t = 0; t < vm_thread_count(r->vm); t++)
    if (goes_by_itself(r, t)) return true;
  return false;
}

/* The next step of the plan, or what has to happen before it. False: it does not fit. */
static bool follow_plan(struct redo *r) {
  const struct schedule_step *step = &r->plan.data[r->at];
  uint32_t t = vm_find_thread(r->vm, step->thread);
  if (t != IR_NONE && goes_by_itself(r, t)) return true;
  if (t == IR_NONE || !vm_thread_can_go(r->vm, t)) return anybody_goes(r);
  const struct vm_op *op = vm_thread_op(r->vm, t);
  if (op->ins != step->ins || op->kind != step->kind) return false;
  vm_pick(r->vm, step->woken[0] ? vm_find_thread(r->vm, step->woken) : IR_NONE - 1);
  r->at++;
  go(r, t);
  return true;
}

/* Behind the plan: the thread that fails goes on to its failure; the others only as far as nobody is needed for it. The
   second access of a data race is a step of its own. */
static bool follow_end(struct redo *r) {
  uint32_t t = r->wanted->failure ? vm_find_thread(r->vm, r->wanted->thread) : IR_NONE;
  if (t != IR_NONE && goes_by_itself(r, t)) return true;
  if (t != IR_NONE && r->wanted->kind == FAILURE_RACE && vm_thread_can_go(r->vm, t)) {
    go(r, t);
    return true;
  }
  return anybody_goes(r);
}

static bool somebody_can(struct redo *r) {
  for (uint32_t t = 0; t < vm_thread_count(r->vm); t++)
    if (vm_thread_can_go(r->vm, t)) return true;
  return false;
}

/* Nobody goes on: the program ends, or its threads wait for ever. */
static enum vm_end finish(struct redo *r) {
  char detail[2048];
  bool exits = false, waits = false;
  for (uint32_t t = 0; t < vm_thread_count(r->vm); t++) {
    if (vm_thread_status(r->vm, t) != THREAD_READY) continue;
    if (vm_thread_op(r->vm, t)->kind == VM_OP_EXIT) exits = true;
    else waits = true;
  }
  if (exits || !waits) return vm_end_program(r->vm);
  vm_look_at_waiting(r->vm);
  vm_describe_deadlock(r->vm, detail, sizeof detail);
  see(r, FAILURE_DEADLOCK, detail);
  return VM_FAILED;
}

/* A loop that waits is known for one after some rounds, here perhaps after fewer or more than in the run: a step of the
   plan that is a further round is left out, and behind the plan there may be further ones. Only whether all wait in the
   end counts. */
static bool goes_round(struct redo *r) {
  enum { MOST_ROUNDS = 4096 };
  if (!r->wanted->failure || r->wanted->kind != FAILURE_DEADLOCK) return false;
  if (r->at < r->plan.count) {
    uint32_t t = vm_find_thread(r->vm, r->plan.data[r->at].thread);
    if (t == IR_NONE || vm_thread_status(r->vm, t) != THREAD_READY || vm_thread_enabled(r->vm, t)) return false;
    r->at++;
    return true;
  }
  for (uint32_t t = 0; t < vm_thread_count(r->vm) && r->rounds < MOST_ROUNDS; t++) {
    if (!vm_thread_can_go(r->vm, t)) continue;
    r->rounds++;
    go(r, t);
    return true;
  }
  return false;
}

/* Decisions without influence may have been taken that no inputs take together: what the thread did there is no part of
   this run. The failure must be seen all the same. */
static bool leaves_out(struct redo *r) {
  if (!r->wanted->failure || r->at >= r->plan.count) return false;
  r->at++;
  return true;
}

static enum vm_end run(struct redo *r) {
  enum vm_end end = vm_run(r->vm);
  while (end == VM_YIELDED && !r->shown && !r->spoilt) {
    bool planned = r->at < r->plan.count;
    if (planned ? follow_plan(r) : follow_end(r)) end = r->shown ? end : vm_run(r->vm);
    else if (goes_round(r)) end = planned ? end : vm_run(r->vm);
    else if (leaves_out(r)) continue;
    else if (planned || somebody_can(r)) return VM_CUT; /* not the same run */
    else end = finish(r);
  }
  return end;
}

/* What is without influence is not interleaved, but here it is decided by the inputs. */
static uint8_t *without_free(const struct concrete_run_source *source) {
  uint8_t *flags = mem_alloc(source->program->nins + 1);
  for (uint32_t i = 0; i < source->program->nins; i++)
    flags[i] = (uint8_t)(source->relevance[i] & ~VM_IRRELEVANT_BRANCH);
  return flags;
}

bool concrete_run_execute(const struct concrete_run_source *source, const struct concrete_run_goal *wanted,
                          struct concrete_run *concrete) {
  *concrete = (struct concrete_run){0};
  struct redo r = {.source = source, .wanted = wanted, .concrete = concrete};
  struct explore_options options = *source->options;
  options.show_output = options.dump_expr = options.dump_paths = options.dump_queries = false;
  struct smt_options smt_options = {0};
  struct vm_host host = {.context = &r,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .poll = on_poll,
                         .fixed_input = on_input,
                         .mark = on_mark,
                         .events = on_events,
                         .touched = on_touched,
                         .disturbed = on_disturbed,
                         .picked = on_picked};
  struct sym *sym = sym_open();
  struct smt *smt = smt_open(sym, &smt_options);
  r.events = dpor_open(false, &(struct dpor_races){.context = &r, .found = on_race});
  r.vm = vm_open(source->program, &options, sym, smt, &host);
  uint8_t *relevance = without_free(source);
  vm_set_relevance(r.vm, relevance);
  dpor_attach(r.events, r.vm);
  make_plan(&r);
  enum vm_end end = run(&r);
  if (!wanted->failure && !r.spoilt && end == VM_EXITED) {
    r.shown = true;
    concrete->path = vm_path_hash(r.vm, false);
    concrete->schedule = schedule_encode(r.vm, r.events);
  }
  vec_free(&r.plan);
  dpor_close(r.events);
  vm_close(r.vm);
  free(relevance);
  smt_close(smt);
  sym_close(sym);
  return r.shown;
}

void concrete_run_free(struct concrete_run *concrete) {
  for (uint32_t i = 0; i < concrete->inputs.count; i++) {
    free(concrete->inputs.data[i].name);
    free(concrete->inputs.data[i].bytes);
  }
  vec_free(&concrete->inputs);
  free(concrete->schedule);
}
