/* Objects of the points-to analysis and the nodes of their words.

   A word of an object has a node once it is accessed. An access at an index that is not known, in steps of n bytes, makes all
   words that are n bytes apart one node (the object's period): an array of structures stays split by field. Steps that are no
   multiple of a word make the whole object one node. */
#include "static/points.h"

uint32_t object_new(struct points *x, enum static_object_kind kind, uint32_t index, uint64_t size) {
  vec_push(&x->objects, ((struct object){.kind = kind, .index = index, .size = size}));
  return x->objects.count - 1;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int64_t modulo(int64_t a, int64_t n) { return (a % n + n) % n; }
static int64_t floor_divide(int64_t a, int64_t n) { return (a - modulo(a, n)) / n; }

static int64_t word_index(const struct points *x, const struct object *o, int64_t offset) {
  if (o->period) offset = modulo(offset, (int64_t)o->period);
  return floor_divide(offset, x->word);
}

/* A node from which or to which everything in memory flows, once there are accesses through any address. */
static void link_wild(struct points *x, uint32_t node) {
  if (x->wild_read != IR_NONE) points_edge(x, node, x->wild_read, EDGE_STRIDE, ANYWHERE);
  if (x->wild_write != IR_NONE) points_edge(x, x->wild_write, node, EDGE_STRIDE, ANYWHERE);
}

static uint32_t find_slot(const struct object *o, int64_t index) {
  uint32_t low = 0, high = o->slots.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->slots.data[middle].index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void copy_word(struct points *x, uint32_t object, const struct object_copy *c, int64_t index, uint32_t node);

static uint32_t word_node(struct points *x, uint32_t object, int64_t index) {
  struct object *o = &x->objects.data[object];
  uint32_t at = find_slot(o, index);
  if (at < o->slots.count && o->slots.data[at].index == index) return o->slots.data[at].node;
  uint32_t node = points_node(x);
  vec_push(&o->slots, ((struct slot){0}));
  for (uint32_t i = o->slots.count - 1; i > at; i--) o->slots.data[i] = o->slots.data[i - 1];
  o->slots.data[at] = (struct slot){index, node};
  link_wild(x, node);
  for (uint32_t i = 0; i < x->objects.data[object].copies.count; i++) {
    struct object_copy c = x->objects.data[object].copies.data[i];
    copy_word(x, object, &c, index, node);
  }
  return node;
}

static void set_period(struct points *x, uint32_t object, uint64_t period);

/* The word of the source with this index, and all that are one with it, to their places in the destination. */
static void copy_word(struct points *x, uint32_t object, const struct object_copy *c, int64_t index, uint32_t node) {
  uint64_t period = x->objects.data[object].period;
  int64_t from = index * x->word;
  if (period) set_period(x, c->to, period);
  else if (from + x->word <= c->low || from >= c->high) return;
  const struct object *to = &x->objects.data[c->to];
  uint32_t target = word_node(x, c->to, word_index(x, to, from + c->delta));
  points_edge(x, node, target, EDGE_COPY, 0);
}

static void copy_all_words(struct points *x, uint32_t object, uint32_t copy) {
  for (uint32_t i = 0; i < x->objects.data[object].slots.count; i++) {
    struct object_copy c = x->objects.data[object].copies.data[copy];
    struct slot slot = x->objects.data[object].slots.data[i];
    copy_word(x, object, &c, slot.index, slot.node);
  }
}

/* Joins the nodes that the new period makes equal. */
static void fold_slots(struct points *x, uint32_t object) {
  struct object *o = &x->objects.data[object];
  VEC(struct slot) old = {o->slots.data, o->slots.count, o->slots.capacity};
  o->slots.data = NULL;
  o->slots.count = o->slots.capacity = 0;
  for (uint32_t i = 0; i < old.count; i++) {
    o = &x->objects.data[object];
    int64_t index = word_index(x, o, old.data[i].index * x->word);
    uint32_t at = find_slot(o, index);
    if (at < o->slots.count && o->slots.data[at].index == index) {
      points_join(x, o->slots.data[at].node, old.data[i].node);
      continue;
    }
    vec_push(&o->slots, ((struct slot){0}));
    for (uint32_t k = o->slots.count - 1; k > at; k--) o->slots.data[k] = o->slots.data[k - 1];
    o->slots.data[at] = (struct slot){index, old.data[i].node};
  }
  vec_free(&old);
}

static void set_period(struct points *x, uint32_t object, uint64_t period) {
  struct object *o = &x->objects.data[object];
  uint64_t now = gcd(o->period, period);
  if (now % x->word) now = x->word;
  if (now == o->period) return;
  o->period = now;
  fold_slots(x, object);
  for (uint32_t i = 0; i < x->objects.data[object].copies.count; i++) copy_all_words(x, object, i);
}

void object_collapse(struct points *x, uint32_t object) { set_period(x, object, x->word); }

bool object_is_exact(const struct points *x, const struct location *at, uint64_t bytes) {
  return bytes == x->word && at->offset % x->word == 0 && at->stride % x->word == 0;
}

void object_words(struct points *x, const struct location *at, uint64_t bytes, list *nodes) {
  enum { MOST_WORDS = 64 };
  if (at->stride) set_period(x, at->object, at->stride);
  uint64_t period = x->objects.data[at->object].period;
  if (!bytes || bytes > MOST_WORDS * x->word) {
    object_collapse(x, at->object);
    bytes = 1;
  } else if (period && bytes > period) bytes = period;
  int64_t last = at->offset + (int64_t)bytes - 1;
  for (int64_t offset = at->offset; offset <= last; offset = (floor_divide(offset, x->word) + 1) * x->word) {
    const struct object *o = &x->objects.data[at->object];
    vec_push(nodes, word_node(x, at->object, word_index(x, o, offset)));
  }
}

void object_copy(struct points *x, const struct location *to, const struct location *from, uint64_t bytes) {
  enum { MOST_BYTES = 1 << 14 };
  int64_t delta = to->offset - from->offset;
  bool exact = bytes && bytes <= MOST_BYTES && !to->stride && !from->stride && delta % x->word == 0;
  if (!exact) {
    object_collapse(x, to->object);
    object_collapse(x, from->object);
    delta = 0;
  }
  struct object_copy c = {.to = to->object, .delta = delta, .low = exact ? from->offset : INT64_MIN,
                          .high = exact ? from->offset + (int64_t)bytes : INT64_MAX};
  struct object *o = &x->objects.data[from->object];
  for (uint32_t i = 0; i < o->copies.count; i++) {
    const struct object_copy *known = &o->copies.data[i];
    if (known->to == c.to && known->delta == c.delta && known->low <= c.low && known->high >= c.high) return;
  }
  vec_push(&o->copies, c);
  copy_all_words(x, from->object, o->copies.count - 1);
}
