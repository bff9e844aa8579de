/* Shared by the files on synchronisation objects: places in memory and the turn to operate on them. */
#ifndef HEDDLE_VM_SYNC_H
#define HEDDLE_VM_SYNC_H
#include "vm/permute.h"

struct place {
  struct object *object;
  uint64_t offset;
};

static inline uint32_t place_get(const struct place *p, uint32_t at) {
  uint32_t value;
  memcpy(&value, p->object->data + p->offset + at, 4);
  return value;
}
static inline void place_put(struct vm *vm, const struct place *p, uint32_t at, uint32_t value) {
  log_add(vm, LOG_PUT, 32, p->object->base + p->offset + at, value);
  object_put(vm, p->object, p->offset + at, 32, value, 0);
}
static inline uint64_t place_address(const struct place *p) { return p->object->base + p->offset; }
static inline uint32_t sync_self(const struct vm *vm) { return vm->thread->index + 1; }
/* The running thread holds it, or is the next to. */
static inline void place_put_self(struct vm *vm, const struct place *p, uint32_t at) {
  permute_note_owner(vm, p->object, place_address(p) + at);
  place_put(vm, p, at, sync_self(vm));
}

/* Offsets of 32-bit words in the objects, and their sizes. A mutex follows the C library's layout, whose static
   initialisers set the type. */
enum { MUTEX_COUNT = 4, MUTEX_OWNER = 8, MUTEX_BYTES = 24 };
enum { RW_WRITER = 0, RW_READERS = 4, RW_FIRST = 8, RW_WAITING = 12, RW_BYTES = 16 };
enum { BARRIER_NEEDED = 0, BARRIER_ARRIVED = 4, BARRIER_ROUND = 8, BARRIER_BYTES = 12 };
enum { WORD_BYTES = 4 };

enum step sync_place(const struct call *c, uint32_t argument, uint64_t bytes, struct place *p);
enum step sync_initialised(struct vm *vm, const struct place *p, uint64_t bytes, const char *what);
/* Both, for the first argument. */
enum step sync_ready(const struct call *c, uint64_t bytes, const char *what, struct place *p);
/* An operation that begins an object: its words are 0 then. */
enum step sync_init(const struct call *c, enum vm_sync sync, uint64_t bytes, struct place *p);
/* The word at that offset says whether it was destroyed: that is misuse. */
enum step sync_alive(struct vm *vm, const struct place *p, uint32_t at, const char *what);
enum step sync_misuse(struct vm *vm, const char *text);
struct vm_op sync_operation(enum vm_operation kind, enum vm_sync sync, bool blocking, const struct place *p,
                            uint64_t bytes);
/* Waits for the turn of an operation. What nobody else can see needs no turn, except that a blocked one waits for
   ever. */
enum step sync_turn(struct vm *vm, const struct place *p, struct vm_op op);
/* The thread stops before a further operation of the same instruction. */
enum step sync_next(struct vm *vm, struct vm_op op, uint32_t after);
/* The first word of the attributes that an argument points to; 0 without any. */
enum step sync_attribute(const struct call *c, uint32_t argument, uint32_t *value);
#endif
