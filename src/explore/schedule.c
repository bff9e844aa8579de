/* Writing, reading and following schedules. */
#include "explore/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/meta.h"

static void kind_text(enum vm_operation kind, char *text, size_t capacity) {
  snprintf(text, capacity, "%s", vm_operation_text(kind));
  for (char *c = text; *c; c++)
    if (*c == ' ') *c = '-';
}

static void encode_step(FILE *out, const struct vm *vm, uint32_t thread, const struct vm_op *op) {
  char kind[32];
  kind_text(op->kind, kind, sizeof kind);
  bool woke = op->kind == VM_OP_SIGNAL && op->ticket;
  fprintf(out, "%s %u %s %llu %s\n", vm_name_of_thread(vm, thread), op->ins, kind, (unsigned long long)op->ordinal,
          woke ? vm_name_of_thread(vm, (uint32_t)op->ticket - 1) : "-");
}

char *schedule_encode_done(const struct vm *vm, const struct schedule_done *steps, uint32_t count) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint32_t i = 0; i < count; i++) encode_step(out, vm, steps[i].thread, &steps[i].op);
  fclose(out);
  return text;
}

char *schedule_encode(const struct vm *vm, const struct dpor *dpor) {
  uint32_t count = 0;
  const struct dpor_event *events = dpor ? dpor_events(dpor, &count) : NULL;
  if (!count) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint32_t i = 0; i < count; i++) encode_step(out, vm, events[i].thread, &events[i].op);
  fclose(out);
  return text;
}

static bool find_kind(const char *text, enum vm_operation *kind) {
  char other[32];
  for (int k = 0; k < VM_OP_COUNT; k++) {
    kind_text((enum vm_operation)k, other, sizeof other);
    if (strcmp(text, other)) continue;
    *kind = (enum vm_operation)k;
    return true;
  }
  return false;
}

static bool decode_line(const char *line, struct schedule_step *step) {
  char kind[32];
  unsigned long long ordinal;
  if (sscanf(line, "%119s %u %31s %llu %119s", step->thread, &step->ins, kind, &ordinal, step->woken) != 5)
    return false;
  step->ordinal = ordinal;
  if (!strcmp(step->woken, "-")) step->woken[0] = 0;
  return find_kind(kind, &step->kind);
}

bool schedule_decode(const struct ktest *test, schedule_steps *steps, uint32_t *line) {
  const struct ktest_object *object = ktest_find(test, META_SCHEDULE);
  *line = 0;
  if (!object) return false;
  char *text = mem_alloc(object->size + 1u);
  memcpy(text, object->bytes, object->size);
  text[object->size] = 0;
  bool good = true;
  for (char *at = text, *end; good && *at; at = end) {
    end = strchr(at, '\n');
    if (end) *end++ = 0;
    else end = at + strlen(at);
    struct schedule_step step;
    ++*line;
    good = decode_line(at, &step);
    if (good) vec_push(steps, step);
  }
  free(text);
  if (!good) vec_free(steps);
  return good;
}

/* ---- following ---- */

static enum dpor_next diverge(struct schedule_follower *f, struct vm *vm, const struct schedule_step *step,
                              uint32_t thread) {
  f->diverged = true;
  const char *seen = "no such thread";
  if (thread != IR_NONE && vm_thread_status(vm, thread) == THREAD_READY)
    seen = vm_thread_enabled(vm, thread) ? vm_operation_text(vm_thread_op(vm, thread)->kind)
                                         : "a thread that cannot go on";
  else if (thread != IR_NONE) seen = "a thread that has ended";
  snprintf(f->why, sizeof f->why, "step %u of the schedule: expected thread %s to %s, found %s", f->next + 1,
           step->thread, vm_operation_text(step->kind), seen);
  return DPOR_BLOCKED;
}

static void go(struct schedule_follower *f, struct vm *vm, uint32_t thread) {
  dpor_record(f->events, thread);
  vm_continue(vm, thread, true);
}

/* After the last step: everybody in turn, so that a thread that waits in a loop cannot keep the others from going
   on. */
static enum dpor_next anybody(struct schedule_follower *f, struct vm *vm) {
  uint32_t count = vm_thread_count(vm), from = vm_current_thread(vm) + 1;
  bool waiting = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t t = (from + i) % count;
    if (vm_thread_status(vm, t) != THREAD_READY || vm_thread_op(vm, t)->kind == VM_OP_EXIT) continue;
    waiting = true;
    if (!vm_thread_enabled(vm, t)) continue;
    go(f, vm, t);
    return DPOR_RUN;
  }
  for (uint32_t t = 0; t < count; t++)
    if (vm_thread_status(vm, t) == THREAD_READY && vm_thread_op(vm, t)->kind == VM_OP_EXIT) return DPOR_EXIT;
  return waiting ? DPOR_DEADLOCK : DPOR_FINISHED;
}

/* A thread that has something to do by itself: the wanted one, or (IR_NONE) any, the last to move first. */
static bool run_local(struct vm *vm, uint32_t wanted) {
  uint32_t count = vm_thread_count(vm), from = wanted == IR_NONE ? vm_current_thread(vm) : wanted;
  for (uint32_t i = 0; i < (wanted == IR_NONE ? count : 1); i++) {
    uint32_t t = (from + i) % count;
    if (vm_thread_status(vm, t) != THREAD_LOCAL) continue;
    vm_continue(vm, t, false);
    return true;
  }
  return false;
}

/* With a match: what is not in this version is passed over; what is not in the other one has to happen before the
   step. */
bool schedule_is_done(struct schedule_follower *f) {
  while (f->match && f->next < f->steps.count) {
    uint32_t ins = f->steps.data[f->next].ins;
    if (ins < f->match->nhere && f->match->here[ins] != IR_NONE) return false;
    f->next++;
  }
  return f->next >= f->steps.count;
}
static bool is_extra(const struct schedule_follower *f, const struct vm_op *op) {
  return f->match && f->match->there[op->ins] == IR_NONE;
}

/* In another version the first step at an instruction says which one it is there; from then on it must be that one. */
static bool is_at(struct schedule_follower *f, const struct schedule_step *step, const struct vm_op *op) {
  uint32_t match;
  if (op->kind != step->kind) return false;
  if (!f->other_version) return op->ins == step->ins;
  if (f->match) return op->ins == f->match->here[step->ins];
  if (map_get(&f->matches, step->ins, &match)) return op->ins == match;
  map_put(&f->matches, step->ins, op->ins);
  return true;
}

/* What a thread does by itself after an operation is left until somebody needs it: it may be its failure, and that is
   not always the one to be shown. */
enum dpor_next schedule_follow(struct schedule_follower *f, struct vm *vm) {
  if (schedule_is_done(f)) return run_local(vm, IR_NONE) ? DPOR_RUN : anybody(f, vm);
  const struct schedule_step *step = &f->steps.data[f->next];
  uint32_t thread = vm_find_thread(vm, step->thread);
  if (run_local(vm, thread)) return DPOR_RUN;
  bool fits = thread != IR_NONE && vm_thread_status(vm, thread) == THREAD_READY;
  if (fits && !vm_thread_enabled(vm, thread) && run_local(vm, IR_NONE)) return DPOR_RUN;
  fits = fits &&
         vm_thread_possible(vm, thread); /* a loop may be known to wait after fewer rounds than in the exploration */
  if (fits && is_extra(f, vm_thread_op(vm, thread))) {
    f->loose = true;
    go(f, vm, thread);
    return DPOR_RUN;
  }
  if (!fits || !is_at(f, step, vm_thread_op(vm, thread))) return diverge(f, vm, step, thread);
  vm_pick(vm, step->woken[0] ? vm_find_thread(vm, step->woken) : IR_NONE);
  f->next++;
  go(f, vm, thread);
  return DPOR_RUN;
}

void schedule_follower_free(struct schedule_follower *f) {
  vec_free(&f->steps);
  map_free(&f->matches);
}
