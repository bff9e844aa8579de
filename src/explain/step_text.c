/* One step in words: what it does to what, with the values. */
#include <stdio.h>
#include <string.h>

#include "vm/names.h"
#include "explain/trace.h"

enum { MOST_TEXT = 700 };

struct words {
  struct trace *trace;
  struct trace_row *row;
  char object[200];         /* what range[0] is */
  char value[200], old[90]; /* after and before; empty if not known */
};

/* The function that the user's code calls there; "" if it is no call. */
static const char *called(const struct words *w) {
  const struct ir_program *p = w->trace->session->program;
  if (w->row->user_ins == IR_NONE) return "";
  const struct ir_ins *ins = &p->ins[w->row->user_ins];
  return ins->op == IR_CALL ? ir_text(p, p->functions[ins->a].name) : "";
}

static void name_range(const struct words *w, uint64_t address, uint64_t size, char *text, size_t capacity) {
  name_memory(text, capacity, w->trace->session->machine.vm, w->trace->session->program, address, size,
              w->row->user_ins);
}

/* Does the value of range[0] mean something to a person? The inside of a lock does not. */
static bool has_value(const struct vm_op *op) {
  return op->kind == VM_OP_READ || op->kind == VM_OP_WRITE || op->kind == VM_OP_UPDATE || op->kind == VM_OP_ACQUIRE ||
         op->kind == VM_OP_RELEASE;
}

static void find_values(struct words *w) {
  const struct session *s = w->trace->session;
  const struct vm_range *range = &w->row->op.range[0];
  if (w->row->known[0]) name_value(w->old, sizeof w->old, s->machine.vm, s->program, w->row->bytes[0], range->size);
  if (w->row->known[1]) name_value(w->value, sizeof w->old, s->machine.vm, s->program, w->row->bytes[1], range->size);
}

static const char *thread_name(const struct words *w, uint64_t thread) {
  return thread < vm_thread_count(w->trace->session->machine.vm)
             ? vm_name_of_thread(w->trace->session->machine.vm, (uint32_t)thread)
             : "?";
}

/* ---- memory ---- */

static void say_access(struct words *w, char *text) {
  const struct vm_op *op = &w->row->op;
  const char *function = called(w);
  char from[200];
  if (!strcmp(function, "free") || !strcmp(function, "realloc")) {
    w->row->step.operation = "free";
    w->value[0] = 0;
    snprintf(text, MOST_TEXT, "frees %s", op->range[0].address < VM_POOL ? w->object : "an object");
  } else if (op->range[1].size && op->range[1].address < VM_POOL) {
    name_range(w, op->range[1].address, op->range[1].size, from, sizeof from);
    snprintf(text, MOST_TEXT, "copies %s to %s", from, w->object);
  } else if (op->kind == VM_OP_READ) {
    strcpy(w->value, w->old);
    snprintf(text, MOST_TEXT, *w->value ? "reads %s = %s" : "reads %s", w->object, w->value);
  } else snprintf(text, MOST_TEXT, *w->value ? "writes %s = %s" : "writes %s", w->object, w->value);
}

static void say_update(struct words *w, char *text) {
  char both[320];
  if (!w->row->op.range[0].write) {
    strcpy(w->value, w->old);
    snprintf(text, MOST_TEXT, "finds %s = %s, changes nothing", w->object, w->old);
    return;
  }
  snprintf(both, sizeof both, "%s -> %s", w->old, w->value);
  snprintf(text, MOST_TEXT, "updates %s: %s", w->object, both);
  snprintf(w->value, sizeof w->value, "%.199s", both);
}

static void say_atomic(struct words *w, char *text) {
  const struct session *s = w->trace->session;
  size_t used = (size_t)snprintf(text, MOST_TEXT, "atomic section");
  for (uint32_t i = 0; i < w->row->ntouches && i < 4 && used < MOST_TEXT; i++) {
    const struct vm_range *range = &w->trace->touches.data[w->row->touches + i];
    char object[120], value[60] = "";
    uint8_t bytes[8];
    name_range(w, range->address, range->size, object, sizeof object);
    if (range->size <= sizeof bytes && vm_peek(s->machine.vm, range->address, (uint32_t)range->size, bytes))
      name_value(value, sizeof value, s->machine.vm, s->program, bytes, range->size);
    used += (size_t)snprintf(text + used, MOST_TEXT - used, "%s %s %s%s%s", i ? "," : ":",
                             range->write ? "writes" : "reads", object, range->write && *value ? " = " : "",
                             range->write ? value : "");
  }
}

/* ---- synchronisation ---- */

static void say_lock(struct words *w, char *text) {
  const struct vm_op *op = &w->row->op;
  const char *how = op->sync == VM_SYNC_READ ? " for reading" : op->sync == VM_SYNC_WRITE ? " for writing" : "";
  if (op->kind != VM_OP_TRYLOCK) snprintf(text, MOST_TEXT, "locks %s%s", w->object, how);
  else if (vm_op_enabled_in(op, w->row->thread, op->state))
    snprintf(text, MOST_TEXT, "tries %s and locks it%s", w->object, how);
  else snprintf(text, MOST_TEXT, "tries to lock %s%s: it is taken", w->object, how);
}

static void say_queue(struct words *w, char *text) {
  bool locks = vm_op_enabled_in(&w->row->op, w->row->thread, w->row->op.state);
  if (locks) snprintf(text, MOST_TEXT, "locks %s for writing", w->object);
  else snprintf(text, MOST_TEXT, "waits to lock %s for writing: no new reader comes first", w->object);
}

static void say_wake(struct words *w, char *text) {
  snprintf(text, MOST_TEXT, "%slocks %s again", w->row->op.after ? "wakes up, " : "", w->object);
}

static void say_timeout(struct words *w, char *text) {
  bool timed = strstr(called(w), "timed") || strstr(called(w), "clock");
  if (w->row->op.after != IR_NONE) snprintf(text, MOST_TEXT, "notices the signal on %s", w->object);
  else
    snprintf(text, MOST_TEXT, "stops waiting for a signal on %s: %s", w->object,
             timed ? "the time is over" : "a spurious wake-up");
}

static void say_wait(struct words *w, char *text) {
  char mutex[200];
  name_range(w, w->row->op.range[1].address, 0, mutex, sizeof mutex);
  snprintf(text, MOST_TEXT, "waits for a signal on %s, unlocks %s", w->object, mutex);
}

/* Whom a signal woke: those that now wait for their mutex because of this very step. */
static void say_signal(struct words *w, char *text) {
  struct vm *vm = w->trace->session->machine.vm;
  bool all = strstr(called(w), "broadcast") != NULL;
  size_t used = (size_t)snprintf(text, MOST_TEXT, "%s %s", all ? "broadcasts" : "signals", w->object);
  uint32_t woken = 0;
  for (uint32_t t = 0; t < vm_thread_count(vm) && used < MOST_TEXT; t++) {
    if (vm_thread_status(vm, t) != THREAD_READY) continue;
    const struct vm_op *op = vm_thread_op(vm, t);
    if ((op->kind != VM_OP_WAKE && op->kind != VM_OP_TIMEOUT) || op->after != w->trace->session->machine.steps.count)
      continue;
    used +=
        (size_t)snprintf(text + used, MOST_TEXT - used, "%s %s", woken++ ? "," : ", wakes", vm_name_of_thread(vm, t));
  }
  if (!woken) snprintf(text + used, MOST_TEXT - used, ": nobody waits");
}

static void say_count(struct words *w, char *text) {
  const char *verb = w->row->op.kind == VM_OP_RELEASE ? "posts" : "takes";
  char both[320];
  snprintf(both, sizeof both, "%s -> %s", w->old, w->value);
  snprintf(text, MOST_TEXT, "%s semaphore %s: %s", verb, w->object, both);
  snprintf(w->value, sizeof w->value, "%.199s", both);
}

static void say(struct words *w, char *text) {
  switch ((enum vm_operation)w->row->op.kind) {
  case VM_OP_READ:
  case VM_OP_WRITE: say_access(w, text); return;
  case VM_OP_UPDATE: say_update(w, text); return;
  case VM_OP_ATOMIC: say_atomic(w, text); return;
  case VM_OP_LOCK:
  case VM_OP_TRYLOCK:
  case VM_OP_RDLOCK: say_lock(w, text); return;
  case VM_OP_UNLOCK: snprintf(text, MOST_TEXT, "unlocks %s", w->object); return;
  case VM_OP_QUEUE: say_queue(w, text); return;
  case VM_OP_WAIT: say_wait(w, text); return;
  case VM_OP_TIMEOUT: say_timeout(w, text); return;
  case VM_OP_WAKE: say_wake(w, text); return;
  case VM_OP_SIGNAL: say_signal(w, text); return;
  case VM_OP_ACQUIRE:
  case VM_OP_RELEASE: say_count(w, text); return;
  case VM_OP_ARRIVE: snprintf(text, MOST_TEXT, "arrives at barrier %s", w->object); return;
  case VM_OP_LEAVE: snprintf(text, MOST_TEXT, "leaves barrier %s", w->object); return;
  case VM_OP_INIT:
    snprintf(text, MOST_TEXT, "%s %s", strstr(called(w), "destroy") ? "destroys" : "initialises", w->object);
    return;
  case VM_OP_JOIN: snprintf(text, MOST_TEXT, "joins %s", w->object); return;
  case VM_OP_SPIN: snprintf(text, MOST_TEXT, "waits for a change"); return;
  case VM_OP_EXIT:
  case VM_OP_COUNT: break;
  }
  snprintf(text, MOST_TEXT, "%s", vm_operation_text(w->row->op.kind));
}

void trace_words(struct trace *t, struct trace_row *row) {
  const struct vm_op *op = &row->op;
  struct result_step *step = &row->step;
  struct words w = {.trace = t, .row = row};
  char text[MOST_TEXT] = "";
  step->operation = vm_operation_text(op->kind);
  if (op->kind == VM_OP_JOIN) snprintf(w.object, sizeof w.object, "%s", thread_name(&w, row->other));
  else if (op->range[0].size)
    name_range(&w, op->range[0].address, name_object_size(t->session->program, op), w.object, sizeof w.object);
  if (has_value(op)) find_values(&w);
  say(&w, text);
  step->text = result_text(t->result, "%s", text);
  step->object = *w.object ? result_text(t->result, "%s", w.object) : NULL;
  step->value = *w.value ? result_text(t->result, "%s", w.value) : NULL;
}
