/* The solver of the points-to analysis: a worklist of nodes with difference propagation. An edge over which nothing new
   comes is suspected to be part of a cycle; when there are enough of them, all cycles of plain copies are found at one
   go and each is joined into one node. */
#include <stdlib.h>
#include <string.h>

#include "static/points.h"
#include "util/assert.h"

enum {
  HASH_FROM = 16,
  MOST_OFFSETS = 256,   /* locations of one object before further ones become "anywhere" */
  MOST_ITEMS = 1 << 20, /* locations in all sets together, and */
  MOST_EACH = 8,        /* per node: from then on no set grows beyond */
  MOST_POINTED = 256,   /* so many: the node then points to anything */
  POOLED_PART = 16,     /* where heap objects are not told apart, that much sooner */
  MOST_EDGES = 64,      /* of a node before those that became equal are looked for */
  MOST_SUSPECTS = 100,  /* edges that may close cycles before these are looked for, and */
  SUSPECTS_PART = 16,   /* one for so many nodes: a search costs as much as there are edges */
};

uint32_t points_find(struct points *x, uint32_t node) {
  while (x->nodes.data[node].parent != node) {
    uint32_t above = x->nodes.data[node].parent;
    node = x->nodes.data[node].parent = x->nodes.data[above].parent;
  }
  return node;
}

uint32_t points_node(struct points *x) {
  struct node new = {.parent = x->nodes.count};
  vec_push(&x->nodes, new);
  return new.parent;
}

/* ---- sets ---- */

static void set_index(struct location_set *set, uint32_t i) {
  uint32_t at = (uint32_t)hash_mix(set->items[i]) & set->mask;
  while (set->slots[at]) at = (at + 1) & set->mask;
  set->slots[at] = i + 1;
}

static void set_rehash(struct location_set *set) {
  set->mask = set->capacity * 4 - 1;
  free(set->slots);
  set->slots = mem_zalloc(((size_t)set->mask + 1) * sizeof *set->slots);
  for (uint32_t i = 0; i < set->count; i++) set_index(set, i);
}

static bool set_has(const struct location_set *set, uint32_t item) {
  if (!set->slots) {
    for (uint32_t i = 0; i < set->count; i++)
      if (set->items[i] == item) return true;
    return false;
  }
  for (uint32_t at = (uint32_t)hash_mix(item) & set->mask; set->slots[at]; at = (at + 1) & set->mask)
    if (set->items[set->slots[at] - 1] == item) return true;
  return false;
}

static bool set_add(struct location_set *set, uint32_t item) {
  if (set_has(set, item)) return false;
  if (set->count == set->capacity) {
    set->capacity = set->capacity ? set->capacity * 2 : 4;
    set->items = mem_resize(set->items, set->capacity * sizeof *set->items);
    if (set->capacity > HASH_FROM) set_rehash(set);
  }
  set->items[set->count++] = item;
  if (set->slots) set_index(set, set->count - 1);
  return true;
}

/* ---- locations ---- */

static uint64_t location_key(const struct location *l) {
  return hash_join(hash_join(l->object, (uint64_t)l->offset), l->stride);
}

static bool same_location(const struct location *a, const struct location *b) {
  return a->object == b->object && a->offset == b->offset && a->stride == b->stride;
}

/* Whole things have one location only: code, what any address means, lists of arguments. */
static bool is_one_place(const struct object *o) {
  return o->kind == STATIC_FUNCTION || o->kind == STATIC_ANYTHING || o->kind == STATIC_VARIABLE ||
         o->kind == STATIC_ARGUMENTS;
}

uint32_t points_location(struct points *x, uint32_t object, int64_t offset, uint32_t stride) {
  struct object *o = &x->objects.data[object];
  if (is_one_place(o)) offset = 0, stride = ANYWHERE;
  if (o->nlocations >= MOST_OFFSETS) stride = ANYWHERE;
  if (stride) offset = (offset % (int64_t)stride + stride) % stride;
  struct location l = {object, stride, offset};
  uint32_t id;
  for (uint64_t key = location_key(&l);; key = hash_mix(key + 1)) {
    if (!map_get(&x->location_ids, key, &id)) {
      map_put(&x->location_ids, key, x->locations.count);
      break;
    }
    if (same_location(&x->locations.data[id], &l)) return id;
  }
  o->nlocations++;
  vec_push(&x->locations, l);
  return x->locations.count - 1;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint32_t moved(struct points *x, uint32_t location, const struct edge *e) {
  if (e->kind == EDGE_COPY) return location;
  if (e->kind == EDGE_NUMBER) return points_location(x, x->number, 0, ANYWHERE);
  struct location l = x->locations.data[location];
  if (e->kind == EDGE_SHIFT) return points_location(x, l.object, l.offset + e->amount, l.stride);
  if (l.object == x->anything) return points_location(x, x->number, 0, ANYWHERE);
  if (e->kind == EDGE_WEAKEN) return location;
  return points_location(x, l.object, l.offset, (uint32_t)gcd(l.stride, (uint64_t)e->amount));
}

/* ---- propagation ---- */

static void enqueue(struct points *x, uint32_t node) {
  if (x->nodes.data[node].queued) return;
  x->nodes.data[node].queued = true;
  vec_push(&x->queue, node);
}

/* Are the sets too large for one of them to grow on? */
static bool is_crowded(const struct points *x, const struct node *n) {
  uint64_t all = MOST_ITEMS / (x->s->pooled ? POOLED_PART : 1);
  return n->set.count > MOST_POINTED / (x->s->pooled ? POOLED_PART / 4 : 1) &&
         x->items > all + MOST_EACH * (uint64_t)x->nodes.count;
}

/* A value that may be any address need not remember particular ones. */
static bool node_add(struct points *x, uint32_t node, uint32_t location) {
  struct node *n = &x->nodes.data[node];
  if (n->anything) return false;
  if (is_crowded(x, n)) location = points_location(x, x->anything, 0, ANYWHERE);
  if (x->locations.data[location].object != x->anything) {
    bool new = set_add(&n->set, location);
    x->items += new;
    return new;
  }
  n->anything = true;
  n->done = 0;
  free(n->set.items);
  free(n->set.slots);
  n->set = (struct location_set){0};
  return set_add(&n->set, location);
}

void points_add(struct points *x, uint32_t node, uint32_t location) {
  VERIFY(location < x->locations.count && node < x->nodes.count);
  node = points_find(x, node);
  if (node_add(x, node, location)) enqueue(x, node);
}

static bool is_new_edge(struct points *x, uint32_t from, uint32_t to, enum edge_kind kind, int64_t amount) {
  uint64_t key = (uint64_t)from << 32 | to;
  struct map *known = kind == EDGE_COPY || kind == EDGE_WEAKEN    ? &x->plain_edges
                      : kind == EDGE_STRIDE && amount == ANYWHERE ? &x->loose_edges
                      : kind == EDGE_NUMBER                       ? &x->number_edges
                                                                  : NULL;
  uint32_t any;
  if (kind == EDGE_WEAKEN) key = ~key;
  if (!known) return true;
  if (map_get(known, key, &any)) return false;
  map_put(known, key, 1);
  return true;
}

/* Locations that passed the node before take the new edge at once; the others follow when the node is processed. */
void points_edge(struct points *x, uint32_t from, uint32_t to, enum edge_kind kind, int64_t amount) {
  from = points_find(x, from);
  to = points_find(x, to);
  if (from == x->nothing || (from == to && kind == EDGE_COPY) || !is_new_edge(x, from, to, kind, amount)) return;
  struct edge e = {to, kind, amount};
  vec_push(&x->nodes.data[from].edges, e);
  for (uint32_t i = 0; i < x->nodes.data[from].done && i < x->nodes.data[from].set.count; i++)
    points_add(x, to, moved(x, x->nodes.data[from].set.items[i], &e));
}

static void join_nodes(struct points *x, uint32_t into, uint32_t from) {
  into = points_find(x, into);
  from = points_find(x, from);
  if (into == from) return;
  struct node *a = &x->nodes.data[into], *b = &x->nodes.data[from];
  b->parent = into;
  for (uint32_t i = 0; i < b->set.count; i++) node_add(x, into, b->set.items[i]);
  for (uint32_t i = 0; i < b->edges.count; i++) vec_push(&a->edges, b->edges.data[i]);
  for (uint32_t i = 0; i < b->rules.count; i++) vec_push(&a->rules, b->rules.data[i]);
  free(b->set.items);
  free(b->set.slots);
  b->set = (struct location_set){0};
  vec_free(&b->edges);
  vec_free(&b->rules);
  b->done = 0;
  a->done = 0;
  enqueue(x, into);
}

void points_join(struct points *x, uint32_t a, uint32_t b) { join_nodes(x, a, b); }

/* ---- cycles ---- */

static struct table copies_of(struct points *x) {
  pairs copies = {0};
  for (uint32_t n = 0; n < x->nodes.count; n++) {
    const struct node *node = &x->nodes.data[n];
    for (uint32_t i = 0; i < node->edges.count; i++) {
      uint32_t to = points_find(x, node->edges.data[i].to);
      if (node->edges.data[i].kind == EDGE_COPY && to != n) vec_push(&copies, ((struct pair){n, to}));
    }
  }
  struct table t = table_make(x->nodes.count, copies.data, copies.count);
  vec_free(&copies);
  return t;
}

/* What is copied in a circle is the same everywhere in it: joins every such circle into one node. */
static void join_cycles(struct points *x) {
  uint32_t n = x->nodes.count, *component = mem_alloc(((size_t)n + 1) * sizeof *component);
  struct table copies = copies_of(x);
  uint32_t count = components_find(n, &copies, component);
  uint32_t *first = mem_alloc(((size_t)count + 1) * sizeof *first); /* per component: its first node */
  for (uint32_t c = 0; c < count; c++) first[c] = IR_NONE;
  for (uint32_t i = 0; i < n; i++) {
    if (x->nodes.data[i].parent != i) continue;
    if (first[component[i]] == IR_NONE) first[component[i]] = i;
    else join_nodes(x, first[component[i]], i);
  }
  free(first);
  free(component);
  table_free(&copies);
  x->suspected = 0;
}

/* An edge over which nothing came although both ends are equal may close a cycle. Each is asked about once. */
static void suspect(struct points *x, uint32_t from, uint32_t to) {
  uint32_t any;
  uint64_t key = (uint64_t)from << 32 | to;
  if (x->nodes.data[from].set.count != x->nodes.data[to].set.count || map_get(&x->suspects, key, &any)) return;
  map_put(&x->suspects, key, 1);
  x->suspected++;
}

static int by_target(const void *a, const void *b) {
  const struct edge *x = a, *y = b;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  return (x->amount > y->amount) - (x->amount < y->amount);
}

/* Edges whose ends were joined since they were made may be the same now. */
static void merge_edges(struct points *x, uint32_t node) {
  struct node *n = &x->nodes.data[node];
  if (n->edges.count < MOST_EDGES || n->edges.count < 2 * n->merged) return;
  for (uint32_t i = 0; i < n->edges.count; i++) n->edges.data[i].to = points_find(x, n->edges.data[i].to);
  qsort(n->edges.data, n->edges.count, sizeof *n->edges.data, by_target);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n->edges.count; i++)
    if (kept == 0 || by_target(&n->edges.data[i], &n->edges.data[kept - 1])) n->edges.data[kept++] = n->edges.data[i];
  n->edges.count = n->merged = kept;
}

static void send(struct points *x, uint32_t node, uint32_t first, uint32_t end, uint32_t edge) {
  struct edge e = x->nodes.data[node].edges.data[edge];
  uint32_t to = points_find(x, e.to);
  if (to == node && e.kind == EDGE_COPY) return;
  bool changed = false;
  if (e.kind == EDGE_NUMBER && end > first) end = first + 1; /* one is as good as all */
  for (uint32_t i = first; i < end && i < x->nodes.data[node].set.count; i++)
    if (node_add(x, to, moved(x, x->nodes.data[node].set.items[i], &e))) changed = true;
  if (changed) enqueue(x, to);
  else if (e.kind == EDGE_COPY) suspect(x, node, to);
}

void points_rule(struct points *x, uint32_t node, struct rule rule) {
  node = points_find(x, node);
  if (node == x->nothing) return;
  vec_push(&x->rules, rule);
  vec_push(&x->nodes.data[node].rules, x->rules.count - 1);
  for (uint32_t i = 0; i < x->nodes.data[points_find(x, node)].done; i++)
    rule_apply(x, x->rules.count - 1, x->nodes.data[points_find(x, node)].set.items[i]);
}

static void process(struct points *x, uint32_t node) {
  uint32_t first = x->nodes.data[node].done, end = x->nodes.data[node].set.count;
  merge_edges(x, node);
  x->nodes.data[node].done = end;
  for (uint32_t i = 0; i < x->nodes.data[node].edges.count; i++) send(x, node, first, end, i);
  for (uint32_t i = first; i < end && i < x->nodes.data[node].set.count; i++) {
    for (uint32_t r = 0; i < x->nodes.data[node].set.count && r < x->nodes.data[node].rules.count; r++) {
      rule_apply(x, x->nodes.data[node].rules.data[r], x->nodes.data[node].set.items[i]);
      if (x->nodes.data[node].parent != node) return; /* joined: the other one starts from the beginning */
    }
  }
}

void points_solve(struct points *x) {
  while (x->head < x->queue.count) {
    uint32_t node = x->queue.data[x->head++];
    if (x->head > 4096 && x->head * 2 > x->queue.count) {
      memmove(x->queue.data, x->queue.data + x->head, (x->queue.count - x->head) * sizeof *x->queue.data);
      x->queue.count -= x->head;
      x->head = 0;
    }
    x->nodes.data[node].queued = false;
    if (x->nodes.data[node].parent == node) process(x, node);
    if (x->suspected > MOST_SUSPECTS + x->nodes.count / SUSPECTS_PART) join_cycles(x);
  }
  ASSERT(x->head == x->queue.count);
}
