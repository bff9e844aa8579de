/* A look at the machine from outside, for explanations: what lies at an address, what is in it, where a thread is.
   Nothing here changes the state. */
#include "vm/state.h"

/* Objects before this one in its region that were made at the same place. A large object has several slots in a row. */
static uint32_t made_before(const struct region *r, uint32_t slot, uint32_t made_at) {
  const struct object *last = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; i < slot; i++) {
    const struct object *o = r->slots[i];
    if (o && (o != last || o->released) && o->kind == OBJECT_HEAP && o->made_at == made_at) n++;
    last = o;
  }
  return n;
}

static enum vm_where_kind kind_of(const struct object *o) {
  switch ((enum object_kind)o->kind) {
  case OBJECT_GLOBAL: return VM_WHERE_GLOBAL;
  case OBJECT_STACK: return VM_WHERE_LOCAL;
  case OBJECT_HEAP: return VM_WHERE_HEAP;
  case OBJECT_CODE: return VM_WHERE_FUNCTION;
  case OBJECT_ARGS: break;
  }
  return VM_WHERE_OTHER;
}

static bool locate_function(const struct vm *vm, uint64_t address, struct vm_where *where) {
  uint32_t function = function_at(vm, address);
  if (function == IR_NONE) return false;
  *where = (struct vm_where){.kind = VM_WHERE_FUNCTION, .made_at = IR_NONE};
  where->name = ir_text(vm->program, vm->program->functions[function].name);
  return true;
}

/* The type of a variable in the source; 0: not known. */
static uint32_t type_of(const struct ir_program *p, const struct object *o) {
  if (o->kind == OBJECT_STACK && o->made_at != IR_NONE && p->ins[o->made_at].op == IR_ALLOCA)
    return p->regs[ir_function_of(p, o->made_at)->first_reg + p->ins[o->made_at].dst].pointee;
  for (uint64_t i = 0; o->kind == OBJECT_GLOBAL && i < p->nglobals; i++)
    if (p->globals[i].name == o->name) return p->globals[i].type;
  return 0;
}

bool vm_locate(const struct vm *vm, uint64_t address, struct vm_where *where) {
  const struct object *o = address < vm->margin ? NULL : memory_at(vm, address);
  if (!o || o->released) return false;
  if (o->kind == OBJECT_CODE) return locate_function(vm, address, where);
  if (address < o->base || address > o->base + o->size) return false;
  *where = (struct vm_where){.kind = kind_of(o),
                             .name = ir_text(vm->program, o->name),
                             .offset = address - o->base,
                             .size = o->size,
                             .made_at = o->made_at,
                             .type = type_of(vm->program, o),
                             .thread = o->region ? (o->born_region - 1) / 2 : 0};
  if (where->kind == VM_WHERE_HEAP || where->kind == VM_WHERE_OTHER) where->name = "";
  if (where->kind == VM_WHERE_HEAP) where->number = made_before(&vm->regions[o->born_region], o->born_slot, o->made_at);
  return true;
}

bool vm_renews(const struct vm *vm) { return vm->reuses || vm->reuses_threads; }

uint32_t vm_renewed(const struct vm *vm, uint64_t address) {
  const struct object *o = memory_at(vm, address);
  return o ? o->renewed : 0;
}

bool vm_peek(const struct vm *vm, uint64_t address, uint32_t size, uint8_t *bytes) {
  const struct object *o = memory_at(vm, address);
  if (!o || o->released || o->kind == OBJECT_CODE || address < o->base) return false;
  uint64_t offset = address - o->base;
  if (!object_allows(o, offset, size) || object_is_symbolic(o, offset, size)) return false;
  memcpy(bytes, o->data + offset, size);
  return true;
}

bool vm_thread_place(struct vm *vm, uint32_t thread, struct result_frame *frame) {
  struct thread *running = vm->thread;
  vm->thread = vm->threads.data[thread];
  uint32_t n = vm_call_stack(vm, frame, 1, false);
  if (!n) n = vm_call_stack(vm, frame, 1, true);
  vm->thread = running;
  return n > 0;
}

uint32_t vm_thread_parent(const struct vm *vm, uint32_t thread) { return vm->threads.data[thread]->parent; }
uint32_t vm_thread_made_at(const struct vm *vm, uint32_t thread) { return vm->threads.data[thread]->regs.made_at; }

bool vm_thread_left(const struct vm *vm, uint32_t thread) {
  const struct thread *t = vm->threads.data[thread];
  return t->regs.status != THREAD_NONE && t->parent != IR_NONE && !t->joined && !t->regs.detached;
}

/* A frame that waits for a call counts from the call on. Before main, all of it is ahead. */
static bool thread_is_before(const struct vm *vm, const struct thread *t, const uint8_t *bits, uint8_t bit) {
  uint32_t base = t->regs.base;
  if (!t->index && t->regs.boot <= vm->program->nctors) return true;
  if (bits[t->regs.pc] & bit) return true;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    uint32_t back = (uint32_t)header;
    if (back != IR_NONE && bits[back - 1] & bit) return true;
    base = (uint32_t)(header >> 32);
  }
  return false;
}

uint32_t vm_continuations(const struct vm *vm, uint32_t *ins, uint32_t max) {
  const struct thread *t = vm->thread;
  uint32_t base = t->regs.base, count = 0;
  if (!max || (!t->index && t->regs.boot <= vm->program->nctors)) return 0;
  ins[count++] = t->regs.pc;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    uint32_t back = (uint32_t)header;
    base = (uint32_t)(header >> 32);
    if (back == IR_NONE) continue;
    if (count == max) return 0;
    ins[count++] = back;
  }
  return count;
}

bool vm_can_reach(const struct vm *vm, const uint8_t *bits, uint8_t bit) {
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    bool alive = t->regs.status == THREAD_LOCAL || t->regs.status == THREAD_READY;
    if (alive && (thread_is_before(vm, t, bits, bit) || (!i && bits[vm->program->nins] & bit))) return true;
  }
  return false;
}

bool vm_comes_to(const struct vm *vm, const uint8_t *bits, uint8_t bit, uint8_t own) {
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    uint32_t places[64];
    if (t->regs.status != THREAD_LOCAL && t->regs.status != THREAD_READY) continue;
    if (!i && (t->regs.boot <= vm->program->nctors || bits[vm->program->nins] & bit)) return true;
    uint32_t count = vm_thread_stack(vm, i, places, 64);
    if (count > 64) return true;
    for (uint32_t k = 0; k < count; k++)
      if (bits[places[k]] & bit || (k && bits[places[k] - 1] & own)) return true;
  }
  return false;
}

uint16_t vm_thread_least(const struct vm *vm, uint32_t thread, const uint16_t *values) {
  const struct thread *t = vm->threads.data[thread];
  uint32_t base = t->regs.base;
  uint16_t least = values[t->regs.pc];
  for (uint32_t depth = t->regs.depth; depth && least; depth--) {
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    uint32_t back = (uint32_t)header;
    if (back != IR_NONE && values[back] < least) least = values[back];
    base = (uint32_t)(header >> 32);
  }
  return least;
}

uint32_t vm_thread_stack(const struct vm *vm, uint32_t thread, uint32_t *places, uint32_t room) {
  const struct thread *t = vm->threads.data[thread];
  uint32_t base = t->regs.base, count = 0;
  if (room) places[count++] = t->regs.pc;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    uint32_t back = (uint32_t)header;
    if (back != IR_NONE && count < room) places[count] = back;
    count += back != IR_NONE;
    base = (uint32_t)(header >> 32);
  }
  return count;
}

struct vm_range vm_global_range(const struct vm *vm, uint32_t global) {
  return (struct vm_range){.address = vm->global_base[global], .size = vm->program->globals[global].size};
}

void vm_visit_shared(const struct vm *vm, void (*visit)(void *context, uint64_t address, uint64_t size),
                     void *context) {
  for (uint32_t r = 0; r < regions_used(vm); r++) {
    const struct object *last = NULL;
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o == last || o->released || o->kind == OBJECT_CODE || (!r && o->kind == OBJECT_GLOBAL)) continue;
      last = o;
      if (o->only == SHARED && o->limit) visit(context, o->base, o->size);
    }
  }
}
