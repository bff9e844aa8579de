/* Rules of the points-to analysis: loads, stores, block copies, indirect calls and thread creation, applied to each
   location that reaches the node of their address. */
#include "static/points.h"

enum { MOST_PAIRS = 256, MOST_CALLEES = 64 };

/* Everything that is or will be in memory flows into one node, or out of it. */
static uint32_t wild_reader(struct points *x) {
  if (x->wild_read != IR_NONE) return x->wild_read;
  x->wild_read = points_node(x);
  for (uint32_t o = 0; o < x->objects.count; o++) points_link_wild(x, o);
  return x->wild_read;
}

static uint32_t wild_writer(struct points *x) {
  if (x->wild_write != IR_NONE) return x->wild_write;
  x->wild_write = points_node(x);
  for (uint32_t o = 0; o < x->objects.count; o++) points_link_wild(x, o);
  return x->wild_write;
}

static bool holds_data(const struct points *x, const struct location *at) {
  return x->objects.data[at->object].kind != STATIC_FUNCTION && at->object != x->number;
}

/* Writing a constant is a failure: nothing comes of it. */
static bool takes_data(const struct points *x, const struct location *at) {
  const struct object *o = &x->objects.data[at->object];
  return holds_data(x, at) && !(o->kind == STATIC_GLOBAL && x->s->p->globals[o->index].flags & IR_GLOBAL_CONST);
}

static void load(struct points *x, struct location at, uint64_t bytes, bool pieces, uint32_t into) {
  if (!holds_data(x, &at)) return;
  if (at.object == x->anything) {
    points_edge(x, wild_reader(x), into, EDGE_COPY, 0);
    return;
  }
  list words = {0};
  points_words(x, &at, bytes, false, &words);
  bool exact = points_is_exact(x, &at, bytes), part = bytes && bytes < x->word && !pieces;
  for (uint32_t i = 0; i < words.count; i++)
    points_edge(x, words.data[i], into,
                exact  ? EDGE_COPY
                : part ? EDGE_NUMBER
                       : EDGE_STRIDE,
                exact || part ? 0 : ANYWHERE);
  vec_free(&words);
}

static void store(struct points *x, struct location at, uint64_t bytes, uint32_t value) {
  if (!takes_data(x, &at)) return;
  if (at.object == x->anything) {
    points_edge(x, value, wild_writer(x), EDGE_COPY, 0);
    return;
  }
  list words = {0};
  points_words(x, &at, bytes, true, &words);
  bool exact = points_is_exact(x, &at, bytes);
  for (uint32_t i = 0; i < words.count; i++)
    points_edge(x, value, words.data[i], exact ? EDGE_COPY : EDGE_STRIDE, exact ? 0 : ANYWHERE);
  vec_free(&words);
}

static struct location location_at(struct points *x, uint32_t node, uint32_t i) {
  return x->locations.data[x->nodes.data[points_find(x, node)].set.items[i]];
}
static uint32_t location_count(struct points *x, uint32_t node) {
  return x->nodes.data[points_find(x, node)].set.count;
}

static void loosen(struct points *x, struct block_copy *c) {
  c->loose = true;
  c->middle = points_node(x);
  struct block_copy copy = *c;
  for (uint32_t i = 0; i < location_count(x, copy.from); i++)
    load(x, location_at(x, copy.from, i), 0, true, copy.middle);
  for (uint32_t i = 0; i < location_count(x, copy.to); i++) store(x, location_at(x, copy.to, i), 0, copy.middle);
}

static void copy_block(struct points *x, uint32_t number, struct location at, bool is_source) {
  struct block_copy *c = &x->block_copies.data[number];
  uint32_t other = is_source ? c->to : c->from, count = location_count(x, other);
  if (!c->loose && (at.object == x->anything || count > MOST_PAIRS / 16 ||
                    location_count(x, is_source ? c->from : c->to) > MOST_PAIRS / 16))
    loosen(x, c);
  struct block_copy copy = x->block_copies.data[number];
  if (copy.loose) {
    if (is_source) load(x, at, 0, true, copy.middle);
    else store(x, at, 0, copy.middle);
    return;
  }
  for (uint32_t i = 0; holds_data(x, &at) && i < count; i++) {
    struct location peer = location_at(x, other, i);
    if (peer.object == x->anything || !holds_data(x, &peer)) continue; /* its own turn makes the copy loose */
    if (takes_data(x, is_source ? &peer : &at))
      points_copy(x, is_source ? &peer : &at, is_source ? &at : &peer, copy.bytes);
  }
}

void rule_block_copy(struct points *x, uint32_t to, uint32_t from, uint64_t bytes) {
  vec_push(&x->block_copies, ((struct block_copy){.to = to, .from = from, .bytes = bytes}));
  uint32_t number = x->block_copies.count - 1;
  points_rule(x, to, (struct rule){.kind = RULE_COPY_TO, .value = number});
  points_rule(x, from, (struct rule){.kind = RULE_COPY_FROM, .value = number});
}

/* A function pointer that comes from an input may be any function whose address exists. */
static void call(struct points *x, const struct rule *r, const struct location *at) {
  bool (*link)(struct points *, uint32_t, uint32_t, uint32_t) = r->kind == RULE_CALL ? link_call : link_creation;
  uint32_t kind = x->objects.data[at->object].kind;
  if (kind == STATIC_FUNCTION) link(x, r->instance, r->ins, x->objects.data[at->object].index);
  for (uint32_t f = 0; kind == STATIC_ANYTHING && f < x->s->p->nfunctions; f++)
    if (x->address_taken[f]) link(x, r->instance, r->ins, f);
}

/* Where heap objects are not told apart, one of very many functions is any function. */
static void call_pooled(struct points *x, uint32_t rule, const struct location *at) {
  struct rule r = x->rules.data[rule];
  uint32_t kind = x->objects.data[at->object].kind;
  if (r.callees > MOST_CALLEES) return;
  bool new = kind == STATIC_FUNCTION &&link_call(x, r.instance, r.ins, x->objects.data[at->object].index);
  r.callees = kind == STATIC_ANYTHING ? MOST_CALLEES + 1 : r.callees + new;
  x->rules.data[rule].callees = r.callees;
  if (r.callees > MOST_CALLEES) link_any(x, r.instance, r.ins);
}

static void apply(struct points *x, struct rule r, struct location at) {
  switch (r.kind) {
  case RULE_LOAD: load(x, at, r.bytes, r.pieces, r.value); break;
  case RULE_STORE: store(x, at, r.bytes, r.value); break;
  case RULE_COPY_TO: copy_block(x, r.value, at, false); break;
  case RULE_COPY_FROM: copy_block(x, r.value, at, true); break;
  case RULE_CALL:
  case RULE_CREATE: call(x, &r, &at); break;
  }
}

void rule_apply(struct points *x, uint32_t rule, uint32_t location) {
  struct location at = x->locations.data[location];
  if (at.object == x->number) return;
  if (x->s->pooled && x->rules.data[rule].kind == RULE_CALL) call_pooled(x, rule, &at);
  else apply(x, x->rules.data[rule], at);
}

bool points_is_number(const struct points *x, const struct location_set *set) {
  bool number = false;
  for (uint32_t i = 0; i < set->count; i++) {
    if (x->locations.data[set->items[i]].object != x->number) return false;
    number = true;
  }
  return number;
}

bool rule_go_wild(struct points *x) {
  struct location any = {.object = x->anything, .stride = ANYWHERE};
  bool found = false;
  for (uint32_t n = 0; n < x->nodes.count; n++) {
    if (x->nodes.data[n].parent != n || !x->nodes.data[n].rules.count || !points_is_number(x, &x->nodes.data[n].set))
      continue;
    for (uint32_t i = 0; i < x->nodes.data[n].rules.count; i++) {
      struct rule *r = &x->rules.data[x->nodes.data[n].rules.data[i]];
      if (r->wild) continue;
      r->wild = found = true;
      apply(x, *r, any);
    }
  }
  return found;
}
