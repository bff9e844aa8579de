/* Open addressing without locks, and a row of bytes that only grows. See shared.h. */
#define _GNU_SOURCE
#include "stateful/shared.h"

#include <string.h>
#include <sys/mman.h>

#include "util/map.h"

/* Levels, each eight times as large as the one before: few states touch few pages. */
enum { MOST_PROBES = 64, UNIT = 8, LEVELS = 3, LEVEL_BITS = 3 };

struct shared_states {
  uint64_t first, all, room;      /* slots of the first level; of all; bytes of the row */
  _Atomic uint64_t used;          /* of the row, in units of 8 bytes; the first one is never given out */
  _Atomic uint64_t taken[LEVELS]; /* slots */
  uint64_t mapped;
  _Atomic uint64_t names[SHARED_THREADS];
  struct shared_slot slots[]; /* then the row */
};

static uint8_t *row_of(const struct shared_states *t) { return (uint8_t *)(t->slots + t->all); }

static struct shared_slot *slots_of(struct shared_states *t, uint32_t level) {
  uint64_t before = 0;
  for (uint32_t i = 0; i < level; i++) before += t->first << LEVEL_BITS * i;
  return t->slots + before;
}

struct shared_states *shared_open(uint64_t first, uint64_t room) {
  uint64_t all = first + (first << LEVEL_BITS) + (first << 2 * LEVEL_BITS);
  uint64_t size = sizeof(struct shared_states) + all * sizeof(struct shared_slot) + room;
  struct shared_states *t = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (t == MAP_FAILED) return NULL;
  t->first = first;
  t->all = all;
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

/* Within one level: the slot of the key; or NULL, and if `take` is set a free one becomes the key's. One whose second
   half is missing may be that of another key. Its owner writes it at once, or was killed: nobody waits for it, and the
   key takes another slot. Two slots of one key do no harm. */
static struct shared_slot *look(struct shared_states *t, uint32_t level, struct vm_control key, bool take) {
  struct shared_slot *slots = slots_of(t, level);
  uint64_t mask = (t->first << LEVEL_BITS * level) - 1;
  for (uint64_t i = 0; i < MOST_PROBES && i <= mask; i++) {
    struct shared_slot *s = &slots[(key.low + i) & mask];
    uint64_t low = atomic_load_explicit(&s->low, memory_order_acquire);
    if (!low && !take) return NULL;
    if (!low && atomic_compare_exchange_strong(&s->low, &low, key.low)) {
      atomic_store_explicit(&s->high, key.high, memory_order_release);
      atomic_fetch_add_explicit(&t->taken[level], 1, memory_order_relaxed);
      return s;
    }
    if (low == key.low && atomic_load_explicit(&s->high, memory_order_acquire) == key.high) return s;
  }
  return NULL;
}

static bool is_used(const struct shared_states *t, uint32_t level) {
  return level < LEVELS && atomic_load_explicit(&((struct shared_states *)t)->taken[level], memory_order_relaxed);
}

struct shared_slot *shared_find(struct shared_states *t, struct vm_control key) {
  key = key_of(key);
  for (uint32_t level = 0; is_used(t, level); level++) {
    struct shared_slot *s = look(t, level, key, false);
    if (s) return s;
  }
  return NULL;
}

/* The next level is begun when one is half full. */
struct shared_slot *shared_take(struct shared_states *t, struct vm_control key) {
  struct shared_slot *s = shared_find(t, key);
  uint32_t level = 0;
  if (s) return s;
  while (level + 1 < LEVELS && t->taken[level] >= t->first << LEVEL_BITS * level >> 1) level++;
  return look(t, level, key_of(key), true);
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

/* Who comes second takes the first one's. */
uint32_t shared_put_once(struct shared_states *t, const void *bytes, uint32_t size) {
  uint64_t hash = hash_bytes(bytes, size), there = 0;
  struct shared_slot *slot = shared_take(t, (struct vm_control){.low = hash, .high = hash_join(hash, size)});
  if (!slot) return shared_put(t, bytes, size);
  uint32_t number = (uint32_t)atomic_load_explicit(&slot->wanted, memory_order_acquire), known;
  const void *other = shared_at(t, number, &known);
  if (other && known == size && !memcmp(other, bytes, size)) return number;
  number = shared_put(t, bytes, size);
  if (number && !other && !atomic_compare_exchange_strong(&slot->wanted, &there, number))
    return shared_put_once(t, bytes, size);
  return number;
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
  uint64_t count = 0;
  for (uint32_t level = 0; is_used(t, level); level++) count += t->first << LEVEL_BITS * level;
  for (uint64_t i = 0; i < count; i++) {
    const struct shared_slot *s = &t->slots[i];
    uint64_t payload = shared_payload(s);
    if (payload) visit(context, (struct vm_control){.low = s->low, .high = s->high}, payload);
  }
}

/* Slots lie far from each other, until most pages have one. */
uint64_t shared_used_kib(const struct shared_states *t) {
  uint64_t kib = t->used * UNIT / 1024;
  for (uint32_t level = 0; level < LEVELS; level++) {
    uint64_t pages = (t->first << LEVEL_BITS * level) * sizeof(struct shared_slot) / 4096 + 1, taken = t->taken[level];
    kib += 4 * (taken < pages ? taken : pages);
  }
  return kib;
}
