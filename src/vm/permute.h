/* States with threads exchanged, for the files of this folder only.

   `as`: the number that each thread is given, NULL: its own. Whatever belongs to a thread goes with its number: control
   and registers, its regions of memory with all addresses in them, the locks that it holds. Handles of threads keep
   their value, and whoever waits to join a thread waits for the one that has its number now. */
#ifndef HEDDLE_VM_PERMUTE_H
#define HEDDLE_VM_PERMUTE_H
#include "vm/state.h"

enum permute_names {
  PERMUTE_ADDRESS = 1, /* an address in a region of a thread, or a value that is named after one */
  PERMUTE_OPAQUE = 2,  /* an expression with such an address in it */
};
unsigned permute_names(struct vm *vm, const struct cell *c);

static inline uint64_t permute_address(const struct vm *vm, const uint8_t *as, uint64_t address) {
  uint64_t region = address >> vm->region_shift, thread = (region - 1) / 2;
  if (!as || !region || thread >= vm->threads.count || as[thread] == thread) return address;
  return address + ((as[thread] - thread) << (vm->region_shift + 1));
}
static inline struct cell permute_cell(const struct vm *vm, const uint8_t *as, const struct cell *c) {
  struct cell renamed = *c;
  if (!as) return renamed;
  if (!c->expr) renamed.value = permute_address(vm, as, c->value);
  else if (c->expr == CELL_UNDEF && c->value >> 32 < vm->threads.count)
    renamed.value = (uint64_t)as[c->value >> 32] << 32 | (uint32_t)c->value;
  return renamed;
}

/* A 32-bit word at the address says from now on who holds a lock. */
void permute_note_owner(struct vm *vm, const struct object *o, uint64_t address);

/* join_ahead.c: the threads that the first thread is about to join, by bit, before it does anything else that others
   could notice or that depends on others; and those among them whose result it stores. */
struct join_ahead {
  uint64_t joined, stored;
};
struct join_ahead join_ahead(struct vm *vm);

/* state_hash.c: parts of the hash of the state. */
void state_hash_settle(struct vm *vm); /* first: memory_hash is up to date then */
void state_hash_word(struct vm *vm, struct vm_control *h, uint64_t address, uint64_t data, uint8_t nonconcrete,
                     const uint32_t *sym);
void state_hash_facts(struct vm_control *h, uint64_t base, uint64_t size, uint16_t only);
bool state_hash_counts(const struct object *o); /* is it part of it? */
void state_hash_thread(struct vm *vm, uint32_t thread, const uint8_t *as, struct vm_control *h);
/* The whole; who: the other way round, the thread that has each number. */
struct vm_control state_hash_from(struct vm *vm, struct vm_control memory, const uint8_t *as, const uint8_t *who);

/* log.c */
struct vm_control log_thread_control(const struct vm *vm, uint32_t thread, const uint8_t *as);
#endif
