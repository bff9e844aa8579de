/* Names of memory, as the source writes them: p.queue[2].head. The object's type tells the part; where the object has
   none, as on the heap, the type that the accessing instruction takes it for does. Where neither tells, the offset is
   shown. */
#include "vm/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 64 };

/* "heap:31" for what line 31 allocated; with the thread unless it was the first one, a number from the second on. */
static void name_heap(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p,
                      const struct vm_where *w) {
  uint32_t line = w->made_at == IR_NONE ? 0 : p->locs[p->ins[w->made_at].loc].line;
  int n = snprintf(text, capacity, "heap:%u", line);
  if (w->thread && n > 0 && (size_t)n < capacity)
    n += snprintf(text + n, capacity - (size_t)n, "@%s", vm_name_of_thread(vm, w->thread));
  if (w->number && n > 0 && (size_t)n < capacity) snprintf(text + n, capacity - (size_t)n, "#%u", w->number + 1);
}

static void name_object(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p,
                        const struct vm_where *w) {
  if (w->kind == VM_WHERE_HEAP) name_heap(text, capacity, vm, p, w);
  else if (w->kind == VM_WHERE_OTHER) snprintf(text, capacity, "the arguments");
  else snprintf(text, capacity, "%s", *w->name ? w->name : "an unnamed object");
}

/* What follows the object's name, by the type that an address is taken for; false: that does not fit the object. */
static bool name_by_address(char *text, size_t capacity, const struct ir_program *p, const struct vm_where *w,
                            uint64_t size, const struct ir_reg *reg) {
  const struct ir_type *type = &p->types[reg->pointee];
  char member[MOST_NAME * 2];
  if (!reg->pointee || !type->size) return false;
  uint64_t at = w->offset % type->size;
  bool one = w->size < 2 * type->size;
  if ((!reg->indexed && at != reg->at) || (one ? w->offset != at : w->size % type->size != 0)) return false;
  if (!ir_part_name(p, reg->pointee, at, size, false, member, sizeof member)) return false;
  if (!one) snprintf(text, capacity, "[%" PRIu64 "]%s", w->offset / type->size, member);
  else snprintf(text, capacity, "%s", member);
  return true;
}

/* The address is an operand of a memory access, or an argument of a call. */
static bool name_by_access(char *text, size_t capacity, const struct ir_program *p, const struct vm_where *w,
                           uint64_t size, uint32_t ins) {
  if (ins == IR_NONE) return false;
  const struct ir_ins *access = &p->ins[ins];
  const struct ir_reg *regs = &p->regs[ir_function_of(p, ins)->first_reg];
  bool call = ir_ops[access->op].class == IR_CLASS_CALL;
  const int32_t *operands = call ? &p->extra[access->b] : &access->a;
  int32_t n = call ? access->c : ir_access_at(access->op, 1) ? 2 : 1;
  for (int32_t i = 0; i < n; i++) {
    ir_value v = call ? operands[i] : i ? access->b : access->a;
    if (!ir_is_const(v) && name_by_address(text, capacity, p, w, size, &regs[v])) return true;
  }
  return false;
}

static void name_part(char *text, size_t capacity, const struct ir_program *p, const struct vm_where *w, uint64_t size,
                      uint32_t ins) {
  text[0] = 0;
  if (!size || size >= w->size) return;
  if (ir_part_name(p, w->type, w->offset, size, false, text, capacity)) return;
  if (name_by_access(text, capacity, p, w, size, ins)) return;
  text[0] = 0;
  if (w->offset) snprintf(text, capacity, "+%" PRIu64, w->offset);
}

void name_memory(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program, uint64_t address,
                 uint64_t size, uint32_t ins) {
  struct vm_where w;
  char object[MOST_NAME * 2], part[MOST_NAME * 3];
  if (address >= VM_POOL) {
    snprintf(text, capacity, "what is free");
    return;
  }
  if (!vm_locate(vm, address, &w)) {
    snprintf(text, capacity, "0x%" PRIx64, address);
    return;
  }
  name_object(object, sizeof object, vm, program, &w);
  name_part(part, sizeof part, program, &w, size, ins);
  snprintf(text, capacity, "%s%s", object, part);
}

uint64_t name_object_size(const struct ir_program *program, const struct vm_op *op) {
  static const uint8_t wide[] = {48, 40, 32, 56, 56, 4, 32, 4},
                       narrow[] = {48, 24, 16, 32, 32, 4, 20, 4}; /* by enum vm_sync */
  if (op->kind == VM_OP_READ || op->kind == VM_OP_WRITE || op->kind == VM_OP_UPDATE) return op->range[0].size;
  return program->pointer_bits == 64 ? wide[op->sync] : narrow[op->sync];
}

/* How large the thing is that a pointer leads to is not known: the largest part that begins there. */
static bool name_pointed(char *text, size_t capacity, const struct ir_program *p, const struct vm_where *w) {
  if (w->offset >= w->size) return false;
  for (uint64_t size = w->size - w->offset; size; size /= 2)
    if (ir_part_name(p, w->type, w->offset, size, false, text, capacity)) return true;
  return false;
}

static bool name_pointer(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p, uint64_t value) {
  struct vm_where w;
  char object[MOST_NAME * 2];
  if (!vm_locate(vm, value, &w)) return false;
  name_object(object, sizeof object, vm, p, &w);
  char part[MOST_NAME * 3] = "";
  if (w.offset && !name_pointed(part, sizeof part, p, &w)) snprintf(part, sizeof part, "+%" PRIu64, w.offset);
  snprintf(text, capacity, w.kind == VM_WHERE_FUNCTION ? "%s" : "&%s%s", object, part);
  return true;
}

/* A number that is much too large to be counted, but an ordinary one as a double, probably is one. */
static bool looks_like_double(uint64_t value, uint64_t size, double *number) {
  int64_t whole = (int64_t)value;
  if (size != sizeof *number || (whole < (int64_t)1 << 54 && whole > -((int64_t)1 << 54))) return false;
  memcpy(number, &value, sizeof *number);
  double magnitude = *number < 0 ? -*number : *number;
  return magnitude > 1e-6 && magnitude < 1e12;
}

void name_value(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program,
                const uint8_t *bytes, uint64_t size) {
  uint64_t value = 0;
  text[0] = 0;
  if (size != 1 && size != 2 && size != 4 && size != 8) return;
  memcpy(&value, bytes, size);
  if (size * 8 == program->pointer_bits && name_pointer(text, capacity, vm, program, value)) return;
  unsigned unused = 64 - 8 * (unsigned)size;
  int used = snprintf(text, capacity, "%" PRId64, (int64_t)(value << unused) >> unused);
  double number;
  if (looks_like_double(value, size, &number) && used > 0 && (size_t)used < capacity)
    snprintf(text + used, capacity - (size_t)used, " (as a double: %g)", number);
}
