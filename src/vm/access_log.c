/* The access log: who wrote and read which bytes, in the order of the run. Input: what the access paths report,
   once the access is certain to happen. Output: a list that is cut back with the trail. While accesses are logged
   every one of them takes the slow path, and symbolic addresses are explored value by value, so that each entry
   names definite bytes. */
#include <stdio.h>

#include "vm/state.h"

enum { MOST_ACCESSES = 1 << 22 };

/* The caller of the library counts as who makes its accesses, too. */
static uint32_t user_ins(const struct vm *vm) {
  const struct ir_function *f = ir_function_of(vm->program, vm->thread->regs.pc);
  return f->flags & IR_FN_LIBRARY ? describe_user_ins(vm) : vm->thread->regs.pc;
}

/* 0: some of it has no value. */
static sym_id contents_before(struct vm *vm, const struct object *o, uint64_t offset, unsigned bytes) {
  struct cell temp = {.stamp = vm->stamp};
  for (unsigned i = 0; i < bytes; i++)
    if (object_is_nonconcrete(o, offset + i) && !object_sym(o, offset + i)) return 0;
  object_get(vm, (struct object *)o, offset, bytes * 8, &temp);
  return temp.expr ? temp.expr : sym_const(vm->sym, temp.value, bytes * 8);
}

/* What belongs to one thread alone was written by nobody else: its own reads say nothing. */
void access_log_add(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  vm->logged = false;
  if (!write && o->only != SHARED) return;
  if (vm->accesses.count >= MOST_ACCESSES) {
    vm->accesses_lost = true;
    return;
  }
  vm->logged = true;
  struct vm_access a = {.address = o->base + offset,
                        .size = bytes,
                        .ins = vm->thread->regs.pc,
                        .user = user_ins(vm),
                        .thread = vm->thread->index,
                        .write = write,
                        .visible = !visible_to_none(vm, o)};
  if (vm->watches == WATCH_VALUES && write && a.visible && bytes <= 8)
    a.before = contents_before(vm, o, offset, (unsigned)bytes);
  vec_push(&vm->accesses, a);
}

/* The variable's value in the model is what was read, so that the path goes on as it would have. */
void access_log_loaded(struct vm *vm, unsigned width, struct cell *into) {
  char name[160];
  if (!vm->logged || !vec_last(&vm->accesses).visible || into->expr == CELL_UNDEF) return;
  struct vm_access *a = &vec_last(&vm->accesses);
  uint32_t bytes = (width + 7) / 8;
  a->before = into->expr ? into->expr : sym_const(vm->sym, into->value, width);
  uint64_t value = into->expr ? smt_value(vm->smt, vm->sym, into->expr) : into->value;
  snprintf(name, sizeof name, "heddle.read.%u", vm->nwatched++);
  uint32_t first = sym_input_at(vm->sym, sym_input(vm->sym, name, bytes, SYM_INPUT))->first;
  for (uint32_t i = 0; i < bytes; i++) smt_set_model(vm->smt, first + i, (uint8_t)(value >> (8 * i)));
  a->value = sym_extract(vm->sym, sym_bytes(vm->sym, first, bytes), 0, width);
  cell_put_raw(vm, into, 0, a->value);
}

void access_log_stored(struct vm *vm, unsigned width, uint64_t value, sym_id expr) {
  ASSERT(vm->watches == WATCH_VALUES);
  if (!vm->logged || expr == CELL_UNDEF) return;
  vec_last(&vm->accesses).value = expr ? expr : sym_const(vm->sym, value, width);
}

const struct vm_access *vm_accesses(const struct vm *vm, uint32_t *count) {
  *count = vm->accesses.count;
  return vm->accesses.data;
}

uint32_t vm_accesses_same(struct vm *vm) {
  uint32_t same = vm->accesses_same;
  vm->accesses_same = vm->accesses.count;
  return same;
}

bool vm_accesses_lost(const struct vm *vm) { return vm->accesses_lost; }
