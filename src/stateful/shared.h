/* A table of finished states in memory that several processes share, and of states that one of them is at work on.

   Made before the processes are. Slots and the room for what they point to are fixed; nobody waits for a lock. A slot
   belongs to the key whose first half was put there by compare-and-swap; what is known about it becomes visible with
   one store of its payload. A key that finds no slot is not shared, which costs time and nothing else. What is said
   about states that are not finished is a hint: a process that is killed in the middle leaves nothing but hints. */
#ifndef HEDDLE_STATEFUL_SHARED_H
#define HEDDLE_STATEFUL_SHARED_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "vm/vm.h"

struct shared_slot {
  _Atomic uint64_t low, high; /* the key; low 0: the slot is free; high 0: it is being taken */
  _Atomic uint64_t payload;   /* of a finished state: where its footprint and its code lie; 0: it is not finished */
  /* threads that must be tried there, as far as anybody knows, in the table's numbers; of bytes: their number */
  _Atomic uint64_t wanted;
  _Atomic uint64_t trying; /* those that somebody has begun to try */
};

struct shared_states;
/* first: slots to begin with, a power of 2; there are 73 times as many in all. NULL: there is no memory. */
struct shared_states *shared_open(uint64_t first, uint64_t room);
void shared_close(struct shared_states *t);

/* The slot of the key, or NULL: it has none. */
struct shared_slot *shared_find(struct shared_states *t, struct vm_control key);
struct shared_slot *shared_take(struct shared_states *t, struct vm_control key);
/* What was known before somebody publishes stays. */
void shared_publish(struct shared_slot *slot, uint64_t payload);
uint64_t shared_payload(const struct shared_slot *slot); /* 0: not finished */

/* Bytes for all to read; the number says where they are, 0: there is no room. Never moved, never freed. */
uint32_t shared_put(struct shared_states *t, const void *bytes, uint32_t size);
uint32_t shared_put_once(struct shared_states *t, const void *bytes, uint32_t size); /* equal ones lie there once */
const void *shared_at(const struct shared_states *t, uint32_t number,
                      uint32_t *size); /* NULL: there is no such thing */

/* Names of threads by number, for as many as SHARED_THREADS. False: the number has another name, and no state that
   names it means the same here. */
enum { SHARED_THREADS = 64 };
bool shared_name_thread(struct shared_states *t, uint32_t number, uint64_t name);
uint64_t shared_thread_name(const struct shared_states *t, uint32_t number); /* 0: it has none yet */

typedef void shared_visit(void *context, struct vm_control key, uint64_t payload);
void shared_each(const struct shared_states *t, shared_visit *visit, void *context); /* finished ones */
uint64_t shared_used_kib(const struct shared_states *t);                             /* roughly what was touched */
#endif
