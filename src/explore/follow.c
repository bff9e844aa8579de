/* Finding the next step of a schedule in the machine's state. */
#include "explore/follow.h"

#include <stdio.h>

enum { MOST_EXTRA = 10000 }; /* operations that only this version has, in one run */

bool follow_is_at(struct vm *vm, uint32_t thread, const struct schedule_step *step) {
  const struct vm_op *op = vm_thread_op(vm, thread);
  return op->ins == step->ins && op->kind == step->kind;
}

uint32_t follow_woken(const struct vm *vm, const struct schedule_step *step) {
  return step->woken[0] ? vm_find_thread(vm, step->woken) : IR_NONE;
}

bool follow_local(struct vm *vm, uint32_t wanted) {
  uint32_t count = vm_thread_count(vm), from = wanted == IR_NONE ? vm_current_thread(vm) : wanted;
  for (uint32_t i = 0; i < (wanted == IR_NONE ? count : 1); i++) {
    uint32_t t = (from + i) % count;
    if (vm_thread_status(vm, t) != THREAD_LOCAL) continue;
    vm_continue(vm, t, false);
    return true;
  }
  return false;
}

static enum follow_next diverge(struct follower *f, const struct schedule_step *step, uint32_t thread) {
  struct vm *vm = f->machine->vm;
  f->diverged = true;
  const char *seen = "no such thread";
  if (thread != IR_NONE && vm_thread_status(vm, thread) == THREAD_READY)
    seen = vm_thread_enabled(vm, thread) ? vm_operation_text(vm_thread_op(vm, thread)->kind)
                                         : "a thread that cannot go on";
  else if (thread != IR_NONE) seen = "a thread that has ended";
  snprintf(f->why, sizeof f->why, "step %u of the schedule: expected thread %s to %s, found %s", f->next + 1,
           step->thread, vm_operation_text(step->kind), seen);
  return FOLLOW_DIVERGED;
}

/* With a match: what is not in this version is passed over; what is not in the other one has to happen before the
   step. */
bool follow_is_done(struct follower *f) {
  while (f->match && f->next < f->steps.count) {
    uint32_t ins = f->steps.data[f->next].ins;
    if (ins < f->match->nhere && f->match->here[ins] != IR_NONE) return false;
    f->next++;
  }
  return f->next >= f->steps.count;
}
static bool is_extra(const struct follower *f, const struct vm_op *op) {
  return f->match && f->match->there[op->ins] == IR_NONE;
}

/* In another version the first step at an instruction says which one it is there; from then on it must be that one. */
static bool is_at(struct follower *f, const struct schedule_step *step, uint32_t thread) {
  uint32_t match;
  if (f->lenient) return true;
  if (!f->other_version) return follow_is_at(f->machine->vm, thread, step);
  const struct vm_op *op = vm_thread_op(f->machine->vm, thread);
  if (op->kind != step->kind) return false;
  if (f->match) return op->ins == f->match->here[step->ins];
  if (map_get(&f->matches, step->ins, &match)) return op->ins == match;
  map_put(&f->matches, step->ins, op->ins);
  return true;
}

/* Does the step need something that a thread does by itself? */
static bool prepare(struct follower *f, uint32_t thread) {
  struct vm *vm = f->machine->vm;
  if (f->eager) return false;
  if (follow_local(vm, thread)) return true;
  return thread != IR_NONE && vm_thread_status(vm, thread) == THREAD_READY && !vm_thread_enabled(vm, thread) &&
         follow_local(vm, IR_NONE);
}

/* A loop may be known to wait after fewer rounds than in the exploration. */
static bool can_go(const struct follower *f, uint32_t thread) {
  const struct vm *vm = f->machine->vm;
  if (f->eager) return vm_thread_can_go(vm, thread);
  return thread != IR_NONE && vm_thread_status(vm, thread) == THREAD_READY && vm_thread_possible(vm, thread);
}

/* A loop that only this version has may wait for a thread whose turn is behind this step, or count for ever: then the
   schedule cannot be followed here. */
static bool may_go_extra(struct follower *f, uint32_t thread) {
  return vm_thread_enabled(f->machine->vm, thread) && f->extra++ < MOST_EXTRA;
}

enum follow_next follow_step(struct follower *f) {
  struct vm *vm = f->machine->vm;
  if (f->eager && vm_continue_local(vm)) return FOLLOW_RUNS;
  for (; !follow_is_done(f); f->next++) {
    const struct schedule_step *step = &f->steps.data[f->next];
    uint32_t thread = vm_find_thread(vm, step->thread);
    if (prepare(f, thread)) return FOLLOW_RUNS;
    bool can = can_go(f, thread);
    if (can && is_extra(f, vm_thread_op(vm, thread))) {
      if (!may_go_extra(f, thread)) return diverge(f, step, thread);
      f->loose = true;
      machine_take(f->machine, thread, IR_NONE);
      return FOLLOW_RUNS;
    }
    if (can && is_at(f, step, thread)) {
      f->next++;
      machine_take(f->machine, thread, follow_woken(vm, step));
      return FOLLOW_RUNS;
    }
    if (!f->lenient) return diverge(f, step, thread);
  }
  return FOLLOW_DONE;
}

void follow_free(struct follower *f) {
  vec_free(&f->steps);
  map_free(&f->matches);
}
