/* Slices: the search itself, and the chain of dependences between two instructions. */
#include <string.h>

#include "static/slice.h"
#include "util/assert.h"

static const char *const edge_texts[] = {
    [STATIC_START] = "start",     [STATIC_DATA] = "data", [STATIC_MEMORY] = "memory", [STATIC_THREAD] = "thread",
    [STATIC_CONTROL] = "control", [STATIC_CALL] = "call", [STATIC_RETURN] = "return", [STATIC_CREATION] = "creation",
};
const char *static_edge_text(enum static_edge edge) { return edge_texts[edge]; }

struct static_slice *slice_new(const struct statics *s, bool with_reasons) {
  struct static_slice *x = mem_zalloc(sizeof *x);
  x->s = s;
  x->states = mem_zalloc(s->p->nins + 1);
  x->entered = mem_zalloc((s->p->nfunctions / 64 + 1) * sizeof *x->entered);
  x->given = mem_zalloc((s->p->nregs / 64 + 1) * sizeof *x->given);
  x->summaries = mem_zalloc(s->p->nregs + 1);
  if (!with_reasons) return x;
  x->parents = mem_alloc((s->p->nins + 1) * STATES * sizeof *x->parents);
  x->edges = mem_alloc((s->p->nins + 1) * STATES);
  return x;
}

void static_slice_free(struct static_slice *x) {
  free(x->states);
  free(x->entered);
  free(x->given);
  free(x->summaries);
  free(x->parents);
  free(x->edges);
  free(x->passed);
  vec_free(&x->todo);
  map_free(&x->cells);
  map_free(&x->others);
  free(x);
}

/* Reached already, in this state or a stronger one? */
static bool is_covered(uint8_t states, struct spot at) {
  for (unsigned level = at.level; level <= STATIC_VALUE; level++)
    for (unsigned open = at.open; open < 2; open++)
      if (states >> (level * 2 + open) & 1) return true;
  return false;
}

void slice_visit(struct static_slice *x, struct spot at, uint32_t from, enum static_edge edge) {
  if (!is_live(x->s, at.ins) || is_covered(x->states[at.ins], at)) return;
  uint32_t number = spot_number(at);
  x->states[at.ins] |= (uint8_t)(1u << number % STATES);
  vec_push(&x->todo, number);
  if (!x->parents) return;
  x->parents[number] = from;
  x->edges[number] = (uint8_t)edge;
}

bool slice_mark_cell(const struct statics *s, struct map *marks, uint32_t ins, bool weak, uint32_t cell) {
  uint64_t key = ((uint64_t)may_precede_key(s, ins) * 2 + weak) << 32 | cell;
  uint32_t any;
  if (map_get(marks, key, &any)) return false;
  map_put(marks, key, 1);
  return true;
}

bool slice_has_all(const struct static_slice *x, uint32_t ins) {
  uint32_t any;
  return map_get(&x->cells, (uint64_t)may_precede_key(x->s, ins) * 2 << 32 | SLICE_ALL, &any);
}

static struct static_slice *search(struct static_slice *x, const struct static_set *starts, enum static_aim aim,
                                   void (*step)(struct static_slice *, uint32_t)) {
  ASSERT(starts->size == x->s->p->nins); /* a set of the same program */
  for (uint32_t i = 0; i < x->s->p->nins; i++) {
    if (!static_set_has(starts, i)) continue;
    enum static_relevance level = aim == STATIC_FAILING   ? failure_level(x->s, i)
                                  : aim == STATIC_REACHED ? STATIC_EXECUTED
                                                          : STATIC_VALUE;
    slice_visit(x, (struct spot){i, level, true}, IR_NONE, STATIC_START);
  }
  while (x->head < x->todo.count) step(x, x->todo.data[x->head++]);
  return x;
}

struct static_slice *static_backward(const struct statics *s, const struct static_set *targets, enum static_aim aim) {
  return search(slice_new(s, false), targets, aim, backward_step);
}

struct static_slice *static_backward_only(const struct statics *s, const struct static_set *targets,
                                          enum static_aim aim) {
  struct static_slice *x = slice_new(s, false);
  x->only = targets;
  x->passed = mem_zalloc((s->p->nins * 2 / 64 + 1) * sizeof *x->passed);
  return search(x, targets, aim, backward_step);
}

struct static_slice *static_forward(const struct statics *s, const struct static_set *sources) {
  return search(slice_new(s, false), sources, STATIC_WHOLE, forward_step);
}

struct static_slice *static_forward_open(const struct statics *s) { return slice_new(s, true); }

void static_forward_add(struct static_slice *x, struct static_reached at) {
  ASSERT(at.ins < x->s->p->nins);
  slice_visit(x, (struct spot){at.ins, at.level, at.open}, IR_NONE, STATIC_START);
}

bool static_forward_next(struct static_slice *x, struct static_reached *at) {
  if (x->head == x->todo.count) return false;
  uint32_t number = x->todo.data[x->head++];
  struct spot spot = spot_at(number);
  *at = (struct static_reached){spot.ins, spot.level, spot.open};
  forward_step(x, number);
  return true;
}

enum static_relevance static_relevance(const struct static_slice *x, uint32_t ins) {
  uint8_t states = x->states[ins];
  return states >> 6 ? STATIC_VALUE : states >> 4 ? STATIC_CHECKED : states ? STATIC_EXECUTED : STATIC_IRRELEVANT;
}

bool static_is_relevant(const struct static_slice *x, uint32_t ins) { return x->states[ins] != 0; }

struct static_set static_slice_set(const struct statics *s, const struct static_slice *x) {
  struct static_set set = static_set_new(s);
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (x->states[i]) static_set_add(&set, i);
  return set;
}

/* The spot of this instruction that was reached first. */
static uint32_t first_spot(const struct static_slice *x, uint32_t ins) {
  for (uint32_t i = 0; i < x->todo.count; i++)
    if (x->todo.data[i] / STATES == ins) return x->todo.data[i];
  return IR_NONE;
}

uint32_t static_why(const struct statics *s, uint32_t from, uint32_t to, struct static_link **links) {
  struct static_set target = static_set_new(s);
  VEC(struct static_link) chain = {0};
  static_set_add(&target, to);
  struct static_slice *x = search(slice_new(s, true), &target, STATIC_WHOLE, backward_step);
  enum static_edge edge = STATIC_START;
  for (uint32_t at = first_spot(x, from); at != IR_NONE; at = x->parents[at]) {
    vec_push(&chain, ((struct static_link){at / STATES, edge}));
    edge = (enum static_edge)x->edges[at];
  }
  static_slice_free(x);
  static_set_free(&target);
  *links = chain.data;
  return chain.count;
}

uint32_t static_slice_chain(const struct static_slice *x, uint32_t ins, struct static_link **links) {
  VEC(struct static_link) chain = {0};
  for (uint32_t at = first_spot(x, ins); at != IR_NONE; at = x->parents[at])
    vec_push(&chain, ((struct static_link){at / STATES, (enum static_edge)x->edges[at]}));
  for (uint32_t i = 0; i < chain.count / 2; i++) {
    struct static_link other = chain.data[i];
    chain.data[i] = chain.data[chain.count - 1 - i];
    chain.data[chain.count - 1 - i] = other;
  }
  *links = chain.data;
  return chain.count;
}
