/* Open addressing, linear probing, at most two thirds full. */
#include "stateful/states.h"

#include <string.h>

#include "util/mem.h"

static struct vm_control key_of(const struct state *s) { return (struct vm_control){.low = s->low, .high = s->high}; }

/* The slot of the key, or the free one where it belongs. */
static struct state *slot_of(const struct states *t, struct vm_control key) {
  uint64_t i = key.low & t->mask;
  while ((t->slots[i].low | t->slots[i].high) && (t->slots[i].low != key.low || t->slots[i].high != key.high))
    i = (i + 1) & t->mask;
  return &t->slots[i];
}

struct state *states_find(const struct states *t, struct vm_control key) {
  if (!t->mask) return NULL;
  struct state *s = slot_of(t, key);
  return s->low | s->high ? s : NULL;
}

/* The entries that are to stay, in so many slots. */
static void rebuild(struct states *t, uint64_t slots, bool open_only) {
  struct states old = *t;
  t->slots = mem_zalloc(slots * sizeof *t->slots);
  t->mask = slots - 1;
  t->count = 0;
  for (uint64_t i = 0; old.mask && i <= old.mask; i++) {
    const struct state *s = &old.slots[i];
    if (!(s->low | s->high) || (open_only && !s->open)) continue;
    *slot_of(t, key_of(s)) = *s;
    t->count++;
  }
  free(old.slots);
}

enum { FIRST = 1024 };

void states_reserve(struct states *t, uint64_t count) {
  uint64_t slots = t->mask ? t->mask + 1 : FIRST;
  while (3 * (t->count + count) > 2 * (slots - 1)) slots *= 2;
  if (slots != t->mask + 1) rebuild(t, slots, false);
}

struct state *states_add(struct states *t, struct vm_control key) {
  if (3 * (t->count + 1) > 2 * t->mask) rebuild(t, t->mask ? 2 * (t->mask + 1) : FIRST, false);
  struct state *s = slot_of(t, key);
  *s = (struct state){.low = key.low, .high = key.high};
  t->count++;
  return s;
}

void states_drop_finished(struct states *t) {
  if (t->mask) rebuild(t, t->mask + 1, true);
}

/* Those behind it in the row move up. */
void states_remove(struct states *t, struct vm_control key) {
  struct state *s = states_find(t, key);
  if (!s) return;
  t->count--;
  uint64_t i = (uint64_t)(s - t->slots);
  t->slots[i] = (struct state){0};
  for (i = (i + 1) & t->mask; t->slots[i].low | t->slots[i].high; i = (i + 1) & t->mask) {
    struct state moved = t->slots[i];
    t->slots[i] = (struct state){0};
    *slot_of(t, key_of(&moved)) = moved;
  }
}

void states_free(struct states *t) {
  free(t->slots);
  *t = (struct states){0};
}
