/* The static layer's verifier: what the machine accesses is what was said about the accessing instruction.

   Input: an access that is about to happen, and the analysis of the program (vm_verify_with). Output: NULL, or the rule
   that is broken. Points-to: the bytes lie in one of the places that the instruction may read or write. Sharing: what
   an instruction accesses that is called private is accessed by one thread, on all paths together. Only plain accesses
   are looked at, and no run in which an irrelevant instruction was passed over: its values are nobody's. */
#include <stdio.h>

#include "static/static.h"
#include "vm/verify.h"

enum { MANY = 0xfffe, PRIVATE = 1 << 16 }; /* in vm->accessed_by: thread + 1 or MANY, and whether that was private */

static bool is_plain(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CMPXCHG:
  case IR_MEMCPY:
  case IR_MEMMOVE:
  case IR_MEMSET: return true;
  default: return false;
  }
}

/* An object of the library's own making, which no instruction of the program names. */
static bool is_nameless(const struct vm *vm, const struct object *o) {
  return o->kind == OBJECT_STACK && (o->made_at == IR_NONE || vm->program->ins[o->made_at].op != IR_ALLOCA);
}

static bool is_same_object(const struct vm *vm, const struct object *o, const struct static_location *place) {
  const struct ir_program *p = vm->program;
  switch (place->kind) {
  case STATIC_ANYTHING: return true;
  case STATIC_GLOBAL: return o->kind == OBJECT_GLOBAL && !o->region && vm->global_base[place->index] == o->base;
  case STATIC_TLS: return o->kind == OBJECT_GLOBAL && o->region && p->globals[place->index].name == o->name;
  case STATIC_STACK: return o->kind == OBJECT_STACK && o->made_at == place->index;
  case STATIC_HEAP: {
    bool known = place->index < p->nins && !(ir_function_of(p, place->index)->flags & IR_FN_LIBRARY);
    return o->kind == OBJECT_HEAP && (!known || o->made_at == place->index);
  }
  case STATIC_POOL: return o->kind == OBJECT_HEAP;
  case STATIC_ARGUMENTS: return o->kind == OBJECT_ARGS;
  default: return false;
  }
}

static bool contains(const struct static_location *place, uint64_t offset, uint64_t bytes) {
  int64_t from = (int64_t)offset - place->offset;
  if (place->kind == STATIC_ANYTHING || place->stride == 1 || !place->width) return true;
  if (place->stride) from = (from % (int64_t)place->stride + (int64_t)place->stride) % (int64_t)place->stride;
  return from >= 0 && (uint64_t)from + bytes <= place->width;
}

static bool is_expected(const struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  enum { ROOM = 256 };
  struct static_location places[ROOM];
  uint32_t ins = vm->thread->regs.pc;
  uint32_t count = (write ? static_writes : static_reads)(vm->statics, ins, places, ROOM);
  for (uint32_t i = 0; i < count && i < ROOM; i++)
    if (is_same_object(vm, o, &places[i]) && contains(&places[i], offset, bytes)) return true;
  return count > ROOM;
}

/* An address that the analysis makes an assumption about. */
static bool is_assumed(const struct vm *vm) {
  const struct ir_ins *ins = &vm->program->ins[vm->thread->regs.pc];
  bool second = ins->op == IR_MEMCPY || ins->op == IR_MEMMOVE;
  return static_is_mixture(vm->statics, vm->thread->regs.pc, ins->a) ||
         (second && static_is_mixture(vm->statics, vm->thread->regs.pc, ins->b));
}

/* Remembers the access. False: the object is called private, here or where another thread accessed it. */
static bool is_rightly_private(struct vm *vm, const struct object *o) {
  uint64_t key = hash_join(hash_join(o->base, o->made_at), o->size);
  uint32_t before = 0, self = vm->thread->index + 1;
  bool private = !static_is_shared_access(vm->statics, vm->thread->regs.pc);
  map_get(&vm->accessed_by, key, &before);
  bool other = before && (before & (PRIVATE - 1)) != self;
  map_put(&vm->accessed_by, key, (other ? MANY : self) | (private ? PRIVATE : before & PRIVATE));
  return !other || !(private || before & PRIVATE);
}

const char *vm_verify_access(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  uint32_t ins = vm->thread->regs.pc;
  if (!is_plain(&vm->program->ins[ins]) || o->readonly || vm->bent || is_nameless(vm, o) || is_assumed(vm)) return NULL;
  if (!static_is_live(vm->statics, ins)) return "only what the static analysis calls live is executed";
  if (!is_expected(vm, o, offset, bytes, write)) return "an access lies in what points-to says of its instruction";
  if (!is_rightly_private(vm, o)) return "what static sharing calls private is accessed by one thread";
  return NULL;
}

void verify_access(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  const char *broken = vm_verify_access(vm, o, offset, bytes, write);
  if (!broken) return;
  char place[256], what[128];
  describe_place(vm, vm->thread->regs.pc, place, sizeof place);
  describe_object(vm, o, what, sizeof what);
  fprintf(stderr, "heddle: %s of %llu bytes at offset %llu of %s, instruction %u, %s\n", write ? "write" : "read",
          (unsigned long long)bytes, (unsigned long long)offset, what, vm->thread->regs.pc, place);
  VERIFY_NONE(broken);
}

void vm_verify_with(struct vm *vm, const struct statics *statics) { vm->statics = statics; }
