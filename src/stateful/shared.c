/* Open addressing without locks, and a row of bytes that only grows. See shared.h. */
#define _GNU_SOURCE
#include "stateful/shared.h"

#include <string.h>
#include <sys/mman.h>

enum { MOST_PROBES = 64, UNIT = 8 };

struct shared_states {
  uint64_t mask, room;    /* slots - 1; bytes of the row */
  _Atomic uint64_t used;  /* of the row, in units of 8 bytes; the first one is never given out */
  _Atomic uint64_t taken; /* slots */
  uint64_t mapped;
  _Atomic uint64_t names[SHARED_THREADS];
  struct shared_slot slots[]; /* then the row */
};

static uint8_t *row_of(const struct shared_states *t) { return (uint8_t *)(t->slots + t->mask + 1); }

struct shared_states *shared_open(uint64_t slots, uint64_t room) {
  uint64_t size = sizeof(struct shared_states) + slots * sizeof(struct shared_slot) + room;
  struct shared_states *t = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (t == MAP_FAILED) return NULL;
  t->mask = slots - 1;
  t->room = room < (uint64_t)UINT32_MAX * UNIT ? room : (uint64_t)UINT32_MAX * UNIT;
  t->mapped = size;
  t->used = 1;
  return t;
}

void shared_close(struct shared_states *t) {
  if (t) munmap(t, t->mapped);
}

/* Neither half is 0 there. */
static struct vm_control key_of(struct vm_control key) {
  return (struct vm_control){.low = key.low ? key.low : 1, .high = key.high ? key.high : 1};
}

struct shared_slot *shared_find(struct shared_states *t, struct vm_control key) {
  key = key_of(key);
  for (uint64_t i = 0; i < MOST_PROBES; i++) {
    struct shared_slot *s = &t->slots[(key.low + i) & t->mask];
    uint64_t low = atomic_load_explicit(&s->low, memory_order_acquire);
    if (!low) return NULL;
    if (low == key.low && atomic_load_explicit(&s->high, memory_order_acquire) == key.high) return s;
  }
  return NULL;
}

/* One whose second half is missing may be that of another key. Its owner writes it at once, or was killed: nobody waits
   for it, and the key takes another slot. Two slots of one key do no harm. */
struct shared_slot *shared_take(struct shared_states *t, struct vm_control key) {
  key = key_of(key);
  for (uint64_t i = 0; i < MOST_PROBES; i++) {
    struct shared_slot *s = &t->slots[(key.low + i) & t->mask];
    uint64_t low = atomic_load_explicit(&s->low, memory_order_acquire);
    if (!low && atomic_compare_exchange_strong(&s->low, &low, key.low)) {
      atomic_store_explicit(&s->high, key.high, memory_order_release);
      atomic_fetch_add_explicit(&t->taken, 1, memory_order_relaxed);
      return s;
    }
    if (low == key.low && atomic_load_explicit(&s->high, memory_order_acquire) == key.high) return s;
  }
  return NULL;
}

void shared_publish(struct shared_slot *slot, uint64_t payload) {
  uint64_t before = 0;
  atomic_compare_exchange_strong_explicit(&slot->payload, &before, payload, memory_order_release, memory_order_relaxed);
}

uint64_t shared_payload(const struct shared_slot *slot) {
  return atomic_load_explicit(&((struct shared_slot *)slot)->payload, memory_order_acquire);
}

/* The size comes first, in a unit of its own. */
uint32_t shared_put(struct shared_states *t, const void *bytes, uint32_t size) {
  uint64_t units = 1 + ((uint64_t)size + UNIT - 1) / UNIT, size_there = size;
  uint64_t at = atomic_load_explicit(&t->used, memory_order_relaxed);
  do {
    if ((at + units) * UNIT > t->room) return 0;
  } while (!atomic_compare_exchange_weak(&t->used, &at, at + units));
  memcpy(row_of(t) + at * UNIT, &size_there, UNIT);
  memcpy(row_of(t) + (at + 1) * UNIT, bytes, size);
  return (uint32_t)at;
}

const void *shared_at(const struct shared_states *t, uint32_t number, uint32_t *size) {
  uint64_t there, used = atomic_load_explicit(&((struct shared_states *)t)->used, memory_order_acquire);
  if (!number || number >= used) return NULL;
  memcpy(&there, row_of(t) + (uint64_t)number * UNIT, UNIT);
  if (there > (used - number) * UNIT) return NULL;
  *size = (uint32_t)there;
  return row_of(t) + ((uint64_t)number + 1) * UNIT;
}

bool shared_name_thread(struct shared_states *t, uint32_t number, uint64_t name) {
  uint64_t there = 0;
  if (number >= SHARED_THREADS) return false;
  return atomic_compare_exchange_strong(&t->names[number], &there, name) || there == name;
}

uint64_t shared_thread_name(const struct shared_states *t, uint32_t number) {
  return number < SHARED_THREADS ? atomic_load(&((struct shared_states *)t)->names[number]) : 0;
}

void shared_each(const struct shared_states *t, shared_visit *visit, void *context) {
  for (uint64_t i = 0; i <= t->mask; i++) {
    const struct shared_slot *s = &t->slots[i];
    uint64_t payload = shared_payload(s);
    if (payload) visit(context, (struct vm_control){.low = s->low, .high = s->high}, payload);
  }
}

/* Slots lie far from each other, until most pages have one. */
uint64_t shared_used_kib(const struct shared_states *t) {
  uint64_t pages = ((t->mask + 1) * sizeof(struct shared_slot)) / 4096, taken = t->taken;
  return (t->used * UNIT) / 1024 + 4 * (taken < pages ? taken : pages);
}
