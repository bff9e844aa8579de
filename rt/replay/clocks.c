/* Happens-before on the native run, and data races by it: vector clocks of threads and of what synchronises them, and
   for each word of memory the last accesses of each thread.

   The rules are the interpreter's (src/dpor/clocks.c): what a thread did before it released an object happens before
   what another does after it acquired it. Two accesses of different threads race if one of them writes, they are not
   both atomic, and neither happens before the other. Only a race with an access at the recorded place ends the
   replay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "watch.h"

struct access { /* the last one of its kind to these bytes of a word */
  struct access *next;
  uint32_t thread, ins;
  uint32_t when; /* the thread's own time */
  uint8_t mask, flags;
};

struct entry {  /* of a table by address */
  uint64_t key; /* 0: free */
  union {
    struct access *accesses;
    struct clock clock;
  };
};

struct table {
  struct entry *entries;
  size_t count, capacity; /* a power of two */
};
static struct table words, releases;               /* by address / 8; by address */
static struct table section_reads, section_writes; /* by address / 8: what atomic sections have released there */

static size_t slot_of(const struct table *table, uint64_t key) {
  size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (table->capacity - 1);
  while (table->entries[at].key && table->entries[at].key != key) at = (at + 1) & (table->capacity - 1);
  return at;
}

static void grow(struct table *table) {
  struct table old = *table;
  table->capacity = old.capacity ? old.capacity * 2 : 1024;
  table->entries = calloc(table->capacity, sizeof *table->entries);
  if (!table->entries) report_error("out of memory");
  for (size_t i = 0; i < old.capacity; i++)
    if (old.entries[i].key) table->entries[slot_of(table, old.entries[i].key)] = old.entries[i];
  free(old.entries);
}

static struct entry *find(struct table *table, uint64_t key, bool add) {
  if (!add && !table->capacity) return NULL;
  if (add && table->count * 2 >= table->capacity) grow(table);
  struct entry *e = &table->entries[slot_of(table, key)];
  if (e->key) return e;
  if (!add) return NULL;
  table->count++;
  e->key = key;
  return e;
}

/* ---- clocks ---- */

static uint32_t time_in(const struct clock *c, uint32_t thread) { return thread < c->count ? c->times[thread] : 0; }

static void reserve(struct clock *c, uint32_t count) {
  if (count <= c->count) return;
  c->times = checked_realloc(c->times, count * sizeof *c->times);
  memset(c->times + c->count, 0, (count - c->count) * sizeof *c->times);
  c->count = count;
}

static void join(struct clock *into, const struct clock *from) {
  reserve(into, from->count);
  for (uint32_t i = 0; i < from->count; i++)
    if (from->times[i] > into->times[i]) into->times[i] = from->times[i];
}

/* What the thread does from now on is later than what it has told others about. */
static void advance(struct thread *t) {
  reserve(&t->clock, t->number + 1);
  t->clock.times[t->number]++;
}

void clock_create(struct thread *child) {
  if (!watch_is_on()) return;
  join(&child->clock, &hd_self->clock);
  advance(child);
  advance(hd_self);
}

void clock_join(const struct thread *ended) {
  if (watch_is_on()) join(&hd_self->clock, &ended->clock);
}

void clock_release(const void *object) {
  if (!watch_is_on()) return;
  join(&find(&releases, (uintptr_t)object, true)->clock, &hd_self->clock);
  advance(hd_self);
}

void clock_acquire(const void *object) {
  const struct entry *e = watch_is_on() ? find(&releases, (uintptr_t)object, false) : NULL;
  if (e) join(&hd_self->clock, &e->clock);
}

void clock_wake(struct thread *woken) {
  if (!watch_is_on()) return;
  join(&woken->clock, &hd_self->clock);
  advance(hd_self);
}

void clock_operation(const void *object, unsigned kinds) {
  const unsigned acquiring =
      KIND(LOCK) | KIND(TRYLOCK) | KIND(RDLOCK) | KIND(WAKE) | KIND(ACQUIRE) | KIND(LEAVE) | KIND(ARRIVE) | KIND(QUEUE);
  const unsigned releasing = KIND(UNLOCK) | KIND(WAIT) | KIND(RELEASE) | KIND(ARRIVE) | KIND(INIT) | KIND(SIGNAL);
  if (kinds & acquiring) clock_acquire(object);
  if (kinds & releasing) clock_release(object);
}

/* A read-modify-write adds to what was released before. A store takes its place, but a relaxed one of the thread that
   released goes on with it (release sequences, C17 5.1.2.4). */
static void order_atomic(const char *address, unsigned flags) {
  const struct entry *before = find(&releases, (uintptr_t)address, false);
  if (flags & TOUCH_ACQUIRE) clock_acquire(address);
  if (flags & TOUCH_READ && before) join(&hd_self->seen, &before->clock);
  bool stores = (flags & TOUCH_WRITE) && !(flags & TOUCH_READ);
  struct entry *e = stores ? find(&releases, (uintptr_t)address, true) : NULL;
  if (stores && (flags & TOUCH_RELEASE || e->clock.owner != hd_self->number)) {
    if (e->clock.count) memset(e->clock.times, 0, e->clock.count * sizeof *e->clock.times);
    e->clock.owner = hd_self->number;
  }
  if (flags & TOUCH_WRITE && hd_self->fenced.count)
    join(&find(&releases, (uintptr_t)address, true)->clock, &hd_self->fenced);
  if (flags & TOUCH_RELEASE) clock_release(address);
}

void clock_fence(unsigned flags) {
  if (flags & TOUCH_ACQUIRE) join(&hd_self->clock, &hd_self->seen);
  if (!(flags & TOUCH_RELEASE)) return;
  if (!hd_self->clock.count) advance(hd_self); /* main */
  join(&hd_self->fenced, &hd_self->clock);
  advance(hd_self);
}

/* ---- races ---- */

static const char *words_of(unsigned flags) {
  if ((flags & TOUCH_READ) && (flags & TOUCH_WRITE)) return "update";
  return flags & TOUCH_WRITE ? "write" : "read";
}

static struct thread *thread_of(uint32_t number) {
  struct thread *t = hd.first;
  while (t->number != number) t = t->following;
  return t;
}

static bool races(const struct access *a, uint8_t mask, unsigned flags) {
  if (a->thread == hd_self->number || !(a->mask & mask) || !((a->flags | flags) & TOUCH_WRITE)) return false;
  if (a->flags & flags & TOUCH_ATOMIC) return false;
  return a->when > time_in(&hd_self->clock, a->thread);
}

/* Of the two the one at the recorded place is `this`. It is mostly the second; natively it may be the first, where the
   schedule interrupts a function of the library: that is executed as a whole. */
static void report_race(uint64_t address, const struct access *this, const struct access *other) {
  const struct thread *t = thread_of(this->thread), *o = thread_of(other->thread);
  if (t != hd_self) report_line("place %s\t%u", t->name, this->ins);
  report_line("other %s\t%u\t%s", o->name, other->ins, words_of(other->flags));
  report_failure("race", "data race at address 0x%llx: this %s is not ordered with a %s of thread %s",
                 (unsigned long long)address, words_of(this->flags), words_of(other->flags), o->name);
}

static void check_word(const struct entry *e, uint32_t ins, uint8_t mask, unsigned flags) {
  const struct access now = {.thread = hd_self->number, .ins = ins, .mask = mask, .flags = (uint8_t)flags};
  bool suspect = watch_is_suspect(hd_self, ins, "race");
  for (const struct access *a = e->accesses; a; a = a->next) {
    if (!races(a, mask, flags)) continue;
    uint64_t address = e->key * 8 + (unsigned)__builtin_ctz(a->mask & mask);
    if (suspect) report_race(address, &now, a);
    else if (watch_is_suspect(thread_of(a->thread), a->ins, "race")) report_race(address, a, &now);
  }
}

static void note_access(struct entry *e, uint32_t ins, uint8_t mask, unsigned flags) {
  struct access *a = e->accesses;
  while (a && (a->thread != hd_self->number || a->mask != mask || a->flags != (uint8_t)flags)) a = a->next;
  if (!a) {
    a = malloc(sizeof *a);
    if (!a) report_error("out of memory");
    *a = (struct access){.next = e->accesses, .thread = hd_self->number, .mask = mask, .flags = (uint8_t)flags};
    e->accesses = a;
  }
  a->ins = ins;
  a->when = time_in(&hd_self->clock, hd_self->number);
}

static uint8_t mask_in(uint64_t word, uint64_t address, uint64_t size) {
  uint64_t low = word * 8 > address ? word * 8 : address,
           high = word * 8 + 8 < address + size ? word * 8 + 8 : address + size;
  return (uint8_t)(((1u << (high - low)) - 1) << (low - word * 8));
}

static void acquire_from(struct table *table, uint64_t word) {
  const struct entry *e = find(table, word, false);
  if (e) join(&hd_self->clock, &e->clock);
}

/* Atomic sections that conflict are ordered. */
static void order_section(uint64_t word, unsigned flags) {
  acquire_from(&section_writes, word);
  if (flags & TOUCH_WRITE) acquire_from(&section_reads, word);
  join(&find(flags & TOUCH_WRITE ? &section_writes : &section_reads, word, true)->clock, &hd_self->clock);
}

/* An access of an atomic section races with plain ones only, and the plain one is the recorded one
   (src/dpor/clocks.c). */
void clock_access(uint32_t ins, const char *p, size_t size, unsigned flags) {
  uint64_t address = (uintptr_t)p;
  if (!size) return;
  if (!hd_self->clock.count) advance(hd_self); /* main */
  if (hd_self->atomic) flags |= TOUCH_ATOMIC;
  for (uint64_t w = address / 8; w <= (address + size - 1) / 8; w++) {
    struct entry *e = find(&words, w, true);
    if (hd_self->atomic) order_section(w, flags);
    else check_word(e, ins, mask_in(w, address, size), flags);
    note_access(e, ins, mask_in(w, address, size), flags);
  }
  if (hd_self->atomic) advance(hd_self);
  if (flags & TOUCH_ATOMIC) order_atomic(p, flags);
}

static void forget_word(uint64_t word, uint8_t mask) {
  struct entry *e = find(&words, word, false);
  for (struct access *a = e ? e->accesses : NULL; a; a = a->next) a->mask &= (uint8_t)~mask;
}

void clock_forget(const void *start, size_t size) {
  uint64_t address = (uintptr_t)start;
  if (!size || !words.count) return;
  if (size / 8 <= words.capacity) {
    for (uint64_t w = address / 8; w <= (address + size - 1) / 8; w++) forget_word(w, mask_in(w, address, size));
    return;
  }
  for (size_t i = 0; i < words.capacity; i++) {
    uint64_t w = words.entries[i].key;
    if (w && w >= address / 8 && w <= (address + size - 1) / 8) forget_word(w, mask_in(w, address, size));
  }
}
