/* Objects of the points-to analysis and the nodes of their words.

   A word of an object has a node once it is accessed at a known offset. Accesses at offsets that are known only modulo
   n (elements of an array) go through a group: everything that words at such offsets hold flows into its one node,
   everything written to them flows out of the other one into each of them. So a field stays a field beside an array,
   and an array of structures is split by field. */
#include "static/points.h"

enum { MOST_SLOTS = 256, MOST_WORDS = 64, MOST_BYTES = 1 << 14 };

uint32_t points_object(struct points *x, enum static_object_kind kind, uint32_t index, uint64_t size) {
  vec_push(&x->objects, ((struct object){.kind = kind, .index = index, .size = size}));
  return x->objects.count - 1;
}

static uint32_t gcd(uint32_t a, uint32_t b) {
  while (b) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int64_t modulo(int64_t a, int64_t n) { return (a % n + n) % n; }
static int64_t floor_divide(int64_t a, int64_t n) { return (a - modulo(a, n)) / n; }
static void plain(struct points *x, uint32_t from, uint32_t to) { points_edge(x, from, to, EDGE_COPY, 0); }
static void weaken(struct points *x, uint32_t from, uint32_t to) { points_edge(x, from, to, EDGE_WEAKEN, 0); }

/* ---- what meets what ---- */

static bool group_has(const struct group *g, int64_t index) { return modulo(index - g->first, g->step) == 0; }

static bool groups_meet(const struct group *a, const struct group *b) {
  return modulo(a->first - b->first, gcd(a->step, b->step)) == 0;
}

static void link_slot_to_wild(struct points *x, uint32_t node) {
  if (x->wild_read != IR_NONE) points_edge(x, node, x->wild_read, EDGE_STRIDE, ANYWHERE);
  if (x->wild_write != IR_NONE) points_edge(x, x->wild_write, node, EDGE_STRIDE, ANYWHERE);
}

void points_link_wild(struct points *x, uint32_t object) {
  const struct object *o = &x->objects.data[object];
  for (uint32_t i = 0; i < o->slots.count; i++) link_slot_to_wild(x, o->slots.data[i].node);
  for (uint32_t i = 0; i < o->groups.count; i++) {
    if (x->wild_read != IR_NONE) points_edge(x, o->groups.data[i].written, x->wild_read, EDGE_STRIDE, ANYWHERE);
    if (x->wild_write != IR_NONE) points_edge(x, x->wild_write, o->groups.data[i].held, EDGE_STRIDE, ANYWHERE);
  }
}

/* ---- groups ---- */

static struct group find_group(struct points *x, uint32_t object, uint32_t step, int64_t first);

/* The words at any offset. */
static struct group whole(struct points *x, uint32_t object) { return find_group(x, object, 1, 0); }

static void link_group(struct points *x, uint32_t object, struct group g) {
  for (uint32_t i = 0; i < x->objects.data[object].slots.count; i++) {
    struct slot s = x->objects.data[object].slots.data[i];
    if (!group_has(&g, s.index)) continue;
    plain(x, s.node, g.held);
    weaken(x, g.written, s.node);
  }
  for (uint32_t i = 0; i < x->objects.data[object].groups.count; i++) {
    struct group other = x->objects.data[object].groups.data[i];
    if (!groups_meet(&g, &other)) continue;
    plain(x, g.written, other.held);
    plain(x, other.written, g.held);
  }
}

static struct group find_group(struct points *x, uint32_t object, uint32_t step, int64_t first) {
  first = modulo(first, step);
  for (uint32_t i = 0; i < x->objects.data[object].groups.count; i++) {
    const struct group *g = &x->objects.data[object].groups.data[i];
    if (g->step == step && g->first == first) return *g;
  }
  struct group new = {.step = step, .first = first, .held = points_node(x), .written = points_node(x)};
  vec_push(&x->objects.data[object].groups, new);
  link_group(x, object, new);
  points_link_wild(x, object);
  for (uint32_t i = 0; i < x->objects.data[object].copies.count; i++)
    plain(x, new.written, whole(x, x->objects.data[object].copies.data[i].to).written);
  return new;
}

/* ---- single words ---- */

static uint32_t find_slot(const struct object *o, int64_t index) {
  uint32_t low = 0, high = o->slots.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->slots.data[middle].index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void copy_word(struct points *x, const struct object_copy *c, int64_t index, uint32_t node);

static uint32_t word_node(struct points *x, uint32_t object, int64_t index) {
  struct object *o = &x->objects.data[object];
  uint32_t at = find_slot(o, index);
  if (at < o->slots.count && o->slots.data[at].index == index) return o->slots.data[at].node;
  uint32_t node = points_node(x);
  vec_push(&o->slots, ((struct slot){0}));
  for (uint32_t i = o->slots.count - 1; i > at; i--) o->slots.data[i] = o->slots.data[i - 1];
  o->slots.data[at] = (struct slot){index, node};
  link_slot_to_wild(x, node);
  for (uint32_t i = 0; i < x->objects.data[object].groups.count; i++) {
    struct group g = x->objects.data[object].groups.data[i];
    if (!group_has(&g, index)) continue;
    plain(x, node, g.held);
    weaken(x, g.written, node);
  }
  for (uint32_t i = 0; i < x->objects.data[object].copies.count; i++) {
    struct object_copy c = x->objects.data[object].copies.data[i];
    copy_word(x, &c, index, node);
  }
  return node;
}

static bool is_full(const struct points *x, uint32_t object, int64_t index) {
  const struct object *o = &x->objects.data[object];
  uint32_t at = find_slot(o, index);
  return o->slots.count >= MOST_SLOTS && !(at < o->slots.count && o->slots.data[at].index == index);
}

/* The node to read a word from, or to write it to. */
static uint32_t word_at(struct points *x, uint32_t object, int64_t offset, uint32_t stride, bool write) {
  int64_t index = floor_divide(offset, x->word);
  bool split = stride == 0 || stride % x->word == 0;
  if (split && stride) {
    struct group g = find_group(x, object, stride / x->word, index);
    return write ? g.written : g.held;
  }
  if (split && !is_full(x, object, index)) return word_node(x, object, index);
  struct group all = whole(x, object);
  return write ? all.written : all.held;
}

bool points_is_exact(const struct points *x, const struct location *at, uint64_t bytes) {
  return bytes == x->word && at->offset % x->word == 0 && at->stride % x->word == 0;
}

void points_words(struct points *x, const struct location *at, uint64_t bytes, bool write, list *nodes) {
  if (!bytes || bytes > MOST_WORDS * x->word) {
    struct group all = whole(x, at->object);
    vec_push(nodes, write ? all.written : all.held);
    return;
  }
  int64_t last = at->offset + (int64_t)bytes - 1;
  for (int64_t offset = at->offset; offset <= last; offset = (floor_divide(offset, x->word) + 1) * x->word)
    vec_push(nodes, word_at(x, at->object, offset, at->stride, write));
}

/* ---- copies of blocks ---- */

static void copy_word(struct points *x, const struct object_copy *c, int64_t index, uint32_t node) {
  int64_t from = index * x->word;
  if (from + x->word <= c->low || from >= c->high) return;
  plain(x, node, word_at(x, c->to, from + c->delta, c->stride, true));
}

/* Do the bytes of the two places lie in words in the same way? */
static bool is_aligned(const struct points *x, const struct location *to, const struct location *from) {
  return (to->offset - from->offset) % x->word == 0 && to->stride % x->word == 0 && from->stride % x->word == 0;
}

/* Elements of an array: word by word, each from its group. */
static void copy_elements(struct points *x, const struct location *to, const struct location *from, uint64_t bytes) {
  for (int64_t at = floor_divide(from->offset, x->word) * x->word; at < from->offset + (int64_t)bytes; at += x->word)
    plain(x, word_at(x, from->object, at, from->stride, false),
          word_at(x, to->object, at + to->offset - from->offset, to->stride, true));
}

static void copy_words(struct points *x, const struct location *to, const struct location *from, uint64_t bytes) {
  struct object_copy c = {.to = to->object,
                          .stride = to->stride,
                          .delta = to->offset - from->offset,
                          .low = from->offset,
                          .high = from->offset + (int64_t)bytes};
  const struct object *o = &x->objects.data[from->object];
  for (uint32_t i = 0; i < o->copies.count; i++) {
    const struct object_copy *known = &o->copies.data[i];
    if (known->to == c.to && known->stride == c.stride && known->delta == c.delta && known->low <= c.low &&
        known->high >= c.high)
      return;
  }
  vec_push(&x->objects.data[from->object].copies, c);
  uint32_t all = whole(x, c.to).written;
  for (uint32_t i = 0; i < x->objects.data[from->object].groups.count; i++)
    plain(x, x->objects.data[from->object].groups.data[i].written, all);
  for (uint32_t i = 0; i < x->objects.data[from->object].slots.count; i++) {
    struct slot s = x->objects.data[from->object].slots.data[i];
    copy_word(x, &c, s.index, s.node);
  }
}

void points_copy(struct points *x, const struct location *to, const struct location *from, uint64_t bytes) {
  if (!bytes || bytes > MOST_BYTES || !is_aligned(x, to, from))
    points_edge(x, whole(x, from->object).held, whole(x, to->object).written, EDGE_STRIDE, ANYWHERE);
  else if (from->stride && bytes <= MOST_WORDS * x->word) copy_elements(x, to, from, bytes);
  else if (from->stride) plain(x, whole(x, from->object).held, whole(x, to->object).written);
  else copy_words(x, to, from, bytes);
}
