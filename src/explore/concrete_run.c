/* Executing a run again with fixed inputs. Steps that depend on nothing (irrelevant accesses, joins where only main
   joins) are taken when their thread is needed; all others come in the order of the run. */
#include "explore/concrete_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/follow.h"
#include "util/mem.h"

struct redo {
  const struct concrete_run_source *source;
  const struct concrete_run_goal *wanted;
  struct concrete_run *concrete;
  struct machine machine;
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

static const uint8_t *next_input(void *context, const char *base, uint32_t size, enum sym_input_kind kind) {
  struct redo *r = context;
  char name[256];
  uint32_t length = (uint32_t)strlen(base), repetitions = repetitions_of(r->concrete, base, length);
  if (repetitions) snprintf(name, sizeof name, "%s_%u", base, repetitions);
  else snprintf(name, sizeof name, "%s", base);
  struct concrete_run_input input = {
      .name = mem_strdup(name), .bytes = mem_zalloc(size + 1u), .size = size, .base = length, .kind = kind};
  input.ins = r->machine.vm ? vm_asking_ins(r->machine.vm) : IR_NONE; /* the machine is still being opened */
  fill(r->source, &input);
  vec_push(&r->concrete->inputs, input);
  return input.bytes;
}

/* ---- what the run shows ---- */

static void show(struct redo *r) {
  struct machine *m = &r->machine;
  r->shown = true;
  r->concrete->path = vm_path_hash(m->vm, r->wanted->failure);
  r->concrete->schedule = schedule_encode(m->vm, m->dpor);
}

/* A data race ends nothing: a run that is to end without a failure may have some. */
static void see(void *context, enum failure_kind kind, const char *identity) {
  struct redo *r = context;
  const struct concrete_run_goal *w = r->wanted;
  struct failure_point wanted = failure_point(w->kind, w->ins, 0, w->message);
  struct failure_point shown = failure_point(kind, vm_failing_ins(r->machine.vm), 0, identity);
  bool same = w->failure && failure_same(FAILURE_REPORTED, &wanted, &shown);
  if (same && !r->shown) show(r);
  if (!w->failure && kind != FAILURE_RACE) r->spoilt = true;
}

static void spoil(void *context) { ((struct redo *)context)->spoilt = true; }

static bool poll(void *context) {
  const struct redo *r = context;
  return r->shown || (r->source->poll && r->source->poll(r->source->context));
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

/* Does the thread have something to do that depends on nobody? */
static bool goes_by_itself(struct redo *r, uint32_t t) {
  struct vm *vm = r->machine.vm;
  if (t >= vm_thread_count(vm)) return false;
  if (follow_local(vm, t)) return true;
  if (!vm_thread_can_go(vm, t) || !is_at_once(vm, vm_thread_op(vm, t))) return false;
  machine_take(&r->machine, t, IR_NONE);
  return true;
}

static bool anybody_goes(struct redo *r) {
  for (uint32_t t = 0; t < vm_thread_count(r->machine.vm); t++)
    if (goes_by_itself(r, t)) return true;
  return false;
}

/* The next step of the plan, or what has to happen before it. False: it does not fit. */
static bool follow_plan(struct redo *r) {
  struct vm *vm = r->machine.vm;
  const struct schedule_step *step = &r->plan.data[r->at];
  uint32_t t = vm_find_thread(vm, step->thread);
  if (t != IR_NONE && goes_by_itself(r, t)) return true;
  if (t == IR_NONE || !vm_thread_can_go(vm, t)) return anybody_goes(r);
  if (!follow_is_at(vm, t, step)) return false;
  r->at++;
  machine_take(&r->machine, t, follow_woken(vm, step));
  return true;
}

/* Behind the plan: the thread that fails goes on to its failure; the others only as far as nobody is needed for it. The
   second access of a data race is a step of its own. */
static bool follow_end(struct redo *r) {
  uint32_t t = r->wanted->failure ? vm_find_thread(r->machine.vm, r->wanted->thread) : IR_NONE;
  if (t != IR_NONE && goes_by_itself(r, t)) return true;
  bool can = t != IR_NONE && (vm_thread_can_go(r->machine.vm, t) || vm_thread_awaits(r->machine.vm, t));
  if (can && r->wanted->kind == FAILURE_RACE) {
    machine_take(&r->machine, t, IR_NONE);
    return true;
  }
  return anybody_goes(r);
}

/* A loop that waits is known for one after some rounds, here perhaps after fewer or more than in the run: a step of the
   plan that is a further round is left out, and behind the plan there may be further ones. Only whether all wait in the
   end counts. */
static bool goes_round(struct redo *r) {
  enum { MOST_ROUNDS = 4096 };
  if (!r->wanted->failure || r->wanted->kind != FAILURE_DEADLOCK) return false;
  if (r->at < r->plan.count) {
    uint32_t t = vm_find_thread(r->machine.vm, r->plan.data[r->at].thread);
    if (t == IR_NONE || vm_thread_status(r->machine.vm, t) != THREAD_READY || vm_thread_enabled(r->machine.vm, t))
      return false;
    r->at++;
    return true;
  }
  uint32_t t = machine_anybody(&r->machine, 0);
  if (t == IR_NONE || r->rounds == MOST_ROUNDS) return false;
  r->rounds++;
  machine_take(&r->machine, t, IR_NONE);
  return true;
}

/* Decisions without influence may have been taken that no inputs take together: what the thread did there is no part of
   this run. The failure must be seen all the same. */
static bool leaves_out(struct redo *r) {
  if (!r->wanted->failure || r->at >= r->plan.count) return false;
  r->at++;
  return true;
}

static enum machine_next next_thread(void *context) {
  struct redo *r = context;
  while (!r->shown && !r->spoilt) {
    bool planned = r->at < r->plan.count;
    if (planned ? follow_plan(r) : follow_end(r)) {
      if (!r->shown) return MACHINE_RUNS; /* else: a data race, seen before its second access happens */
    } else if (goes_round(r)) {
      if (!planned) return MACHINE_RUNS;
    } else if (!leaves_out(r)) {
      bool other = planned || machine_anybody(&r->machine, 0) != IR_NONE; /* not the same run */
      return other ? machine_stop(&r->machine, VM_CUT) : machine_nobody(&r->machine);
    }
  }
  return machine_stop(&r->machine, VM_YIELDED);
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
  uint8_t *relevance = without_free(source);
  machine_open(
      &r.machine,
      &(struct machine_policy){
          .context = &r, .next = next_thread, .poll = poll, .input = next_input, .failure = see, .incomplete = spoil});
  machine_start(&r.machine, source->program, source->config, source->goal);
  vm_set_relevance(r.machine.vm, relevance);
  make_plan(&r);
  enum vm_end end = machine_run(&r.machine);
  if (!wanted->failure && !r.spoilt && end == VM_EXITED) show(&r);
  vec_free(&r.plan);
  machine_close(&r.machine);
  free(relevance);
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
