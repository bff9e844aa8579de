/* The end of a run that nobody can continue. The machine knows what each thread waits for, the trace who took it and
   where. */
#include "explain/waits.h"

#include <stdio.h>
#include <string.h>

#include "vm/names.h"

static bool is_waiting(const struct vm *vm, uint32_t t) { return vm_thread_status(vm, t) == THREAD_READY; }

void waits_find_threads(struct vm *vm, bool *waiting, uint32_t nthreads) {
  bool any = false;
  for (uint32_t t = 0; t < nthreads; t++) {
    waiting[t] = is_waiting(vm, t) && vm_thread_op(vm, t)->kind != VM_OP_JOIN;
    any |= waiting[t];
  }
  for (uint32_t t = 0; t < nthreads && !any; t++) waiting[t] = is_waiting(vm, t);
}

/* The newest row of a thread with one of its ranges at that address and of that kind; NULL: none. */
static struct trace_row *newest(struct trace *t, uint32_t thread, uint64_t address, bool (*kind)(uint8_t kind)) {
  for (uint32_t i = t->rows.count; i-- > 0;) {
    struct trace_row *row = &t->rows.data[i];
    if (row->create || row->thread != thread || !kind(row->op.kind)) continue;
    if (row->op.range[0].address == address || row->op.range[1].address == address) return row;
  }
  return NULL;
}

static bool takes_or_gives(uint8_t kind) {
  return kind == VM_OP_LOCK || kind == VM_OP_TRYLOCK || kind == VM_OP_RDLOCK || kind == VM_OP_WAKE ||
         kind == VM_OP_QUEUE || kind == VM_OP_UNLOCK || kind == VM_OP_WAIT;
}
static bool waits(uint8_t kind) { return kind == VM_OP_WAIT; }

/* A reader is known by the trace alone: what it did last with the lock was to take it. */
static uint32_t reader_of(struct trace *t, uint32_t waiter, uint64_t address) {
  for (uint32_t i = 0; i < vm_thread_count(t->session->machine.vm); i++) {
    const struct trace_row *row = newest(t, i, address, takes_or_gives);
    if (row && row->op.kind != VM_OP_UNLOCK && (i != waiter || row->op.sync == VM_SYNC_READ)) return i;
  }
  return IR_NONE;
}

static uint32_t holder_of(struct trace *t, uint32_t waiter, const struct vm_op *op) {
  uint64_t owner = op->state;
  if (op->sync == VM_SYNC_READ || op->sync == VM_SYNC_WRITE) {
    owner = vm_rw_writer(op->state);
    if (!owner && op->sync == VM_SYNC_READ) owner = vm_rw_first(op->state); /* it waits, too, but comes first */
    if (!owner && op->state) return reader_of(t, waiter, op->range[0].address);
  } else if (op->sync != VM_SYNC_MUTEX && op->sync != VM_SYNC_SPIN) return IR_NONE;
  return owner && owner <= vm_thread_count(t->session->machine.vm) ? (uint32_t)owner - 1 : IR_NONE;
}

/* Still on the condition variable, and not at its mutex. */
static bool unsignalled(const struct vm_op *op) { return op->kind == VM_OP_WAKE && op->after == IR_NONE; }

/* The user's instruction that a thread is at, or IR_NONE. */
static uint32_t instruction_of(struct vm *vm, uint32_t thread) {
  uint32_t ins;
  return vm_stack_of(vm, thread, &ins, 1) ? ins : IR_NONE;
}

static const char *what_it_waits_for(struct trace *t, uint32_t thread, const struct vm_op *op) {
  struct vm *vm = t->session->machine.vm;
  uint32_t ins = instruction_of(vm, thread);
  char name[200] = "something";
  uint64_t address = op->range[0].address;
  if (op->kind == VM_OP_JOIN) {
    snprintf(name, sizeof name, "%s", vm_name_of_thread(vm, vm_thread_joined(vm, thread)));
    return result_text(t->result, "the end of %s", name);
  }
  if (unsignalled(op)) {
    for (uint32_t i = t->rows.count; i-- > 0;)
      if (t->rows.data[i].thread == thread && !t->rows.data[i].create && waits(t->rows.data[i].op.kind)) {
        address = t->rows.data[i].op.range[0].address;
        break;
      }
    struct vm_op condition = {.kind = VM_OP_WAIT, .sync = VM_SYNC_NONE};
    name_memory(name, sizeof name, vm, t->session->program, address, name_object_size(t->session->program, &condition),
                ins);
    return result_text(t->result, "a signal on %s", name);
  }
  if (op->range[0].size)
    name_memory(name, sizeof name, vm, t->session->program, address, name_object_size(t->session->program, op), ins);
  const char *kind = !op->blocking                   ? "a change of "
                     : op->sync == VM_SYNC_SEMAPHORE ? "semaphore "
                     : op->sync == VM_SYNC_BARRIER   ? "barrier "
                                                     : "";
  return result_text(t->result, "%s%s", kind, name);
}

static struct result_frame kept(struct trace *t, struct result_frame frame) {
  frame.file = result_text(t->result, "%s", frame.file ? frame.file : "");
  frame.function = result_text(t->result, "%s", frame.function ? frame.function : "");
  return frame;
}

static struct result_wait wait_of(struct trace *t, uint32_t thread) {
  struct vm *vm = t->session->machine.vm;
  const struct vm_op *op = vm_thread_op(vm, thread);
  struct result_frame place = {0};
  struct result_wait wait = {.thread = result_text(t->result, "%s", vm_name_of_thread(vm, thread))};
  vm_thread_place(vm, thread, &place);
  wait.place = kept(t, place);
  wait.object = what_it_waits_for(t, thread, op);
  uint32_t holder = unsignalled(op) ? IR_NONE : holder_of(t, thread, op);
  if (holder == IR_NONE) return wait;
  wait.held_by = result_text(t->result, "%s", vm_name_of_thread(vm, holder));
  struct trace_row *row = newest(t, holder, op->range[0].address, takes_or_gives);
  if (!row) return wait;
  row->step.mark = MARK_HELD;
  row->matters = true;
  wait.held_since =
      (struct result_frame){.file = row->step.file, .function = row->step.function, .line = row->step.line};
  return wait;
}

void waits_tell(struct trace *t, struct result_failure *failure) {
  struct vm *vm = t->session->machine.vm;
  uint32_t n = vm_thread_count(vm);
  failure->waits = arena_alloc(&t->result->memory, (n + 1) * sizeof *failure->waits);
  for (uint32_t i = 0; i < n; i++)
    if (is_waiting(vm, i)) failure->waits[failure->nwaits++] = wait_of(t, i);
}
