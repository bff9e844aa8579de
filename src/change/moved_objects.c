/* Which objects are laid out differently, and which bytes of them are which. See moved.h.

   A global and a local variable have a type. What malloc made is of the structure whose members are accessed in it, if
   its size is a multiple of that structure's in both versions; the k-th such call of a function is the match of the
   k-th in the function's match. All of that only proposes: whether every instruction agrees is judged afterwards. */
#include <stdlib.h>
#include <string.h>

#include "change/moved_inside.h"
#include "util/mem.h"

enum { MOST_BYTES = 1 << 16, ROOM = 64 };

static uint64_t place_key(enum static_object_kind kind, uint32_t index) { return (uint64_t)kind << 32 | index; }

const struct moved_object *moved_find(const struct moved *m, int side, enum static_object_kind kind, uint32_t index) {
  uint32_t number;
  if (!map_get(&m->by_place[side], place_key(kind, index), &number)) return NULL;
  return m->objects.data[number].gone ? NULL : &m->objects.data[number];
}

/* ---- objects ---- */

/* The object is taken over with its map. */
static void add_object(struct moved *m, struct moved_object o) {
  o.to[o.size[OLD]] = (int64_t)o.size[NEW];
  if (!layouts_moved(o.size, o.to) || o.to[0] != 0) {
    free(o.to);
    return;
  }
  map_put(&m->by_place[OLD], place_key(o.kind, o.index[OLD]), m->objects.count);
  map_put(&m->by_place[NEW], place_key(o.kind, o.index[NEW]), m->objects.count);
  vec_push(&m->objects, o);
}

static uint32_t record_in(const struct moved *m, int s, uint32_t type) {
  const struct ir_program *p = m->side[s]->program;
  while (p->types[type].kind == IR_TYPE_ARRAY) type = p->types[type].element;
  return m->layouts->record_of[s][type];
}

static void add_typed(struct moved *m, enum static_object_kind kind, uint32_t old, uint32_t new, uint32_t a,
                      uint32_t b) {
  const struct ir_type *t = &m->side[OLD]->program->types[a], *u = &m->side[NEW]->program->types[b];
  struct moved_object o = {.kind = kind, .index = {old, new}, .size = {t->size, u->size}, .record = IR_NONE};
  if (!a || !b || !t->size || t->size > MOST_BYTES) return;
  if (record_in(m, OLD, a) == record_in(m, NEW, b)) o.record = record_in(m, OLD, a);
  o.to = mem_alloc((t->size + 1) * sizeof *o.to);
  layouts_map(m->layouts, a, b, o.to);
  add_object(m, o);
}

static void find_globals(struct moved *m) {
  const struct ir_program *p = m->side[OLD]->program, *q = m->side[NEW]->program;
  for (uint32_t g = 0; g < p->nglobals; g++) {
    uint32_t match = m->side[OLD]->global[g];
    if (match == IR_NONE || (p->globals[g].flags | q->globals[match].flags) & (IR_GLOBAL_TLS | IR_GLOBAL_EXTERN))
      continue;
    uint32_t a = p->globals[g].type, b = q->globals[match].type;
    if (p->types[a].size == p->globals[g].size && q->types[b].size == q->globals[match].size)
      add_typed(m, STATIC_GLOBAL, g, match, a, b);
  }
}

/* ---- what allocates ---- */

static bool const_at(const struct ir_program *p, ir_value v, uint64_t *value) {
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  *value = p->consts[ir_const_index(v)].value;
  return true;
}

bool moved_asks(const struct ir_program *p, const struct ir_ins *ins, uint64_t *bytes) {
  if (ins->op != IR_CALL || !(p->functions[ins->a].flags & IR_FN_LIBRARY)) return false;
  const char *name = ir_text(p, p->functions[ins->a].name);
  const int32_t *arguments = p->extra + ins->b;
  uint64_t count = 1;
  if (!strcmp(name, "malloc") && ins->c == 1) return const_at(p, arguments[0], bytes);
  if (strcmp(name, "calloc") || ins->c != 2 || !const_at(p, arguments[0], &count) || !const_at(p, arguments[1], bytes))
    return false;
  if (count > MOST_BYTES || *bytes > MOST_BYTES) return false;
  *bytes *= count;
  return true;
}

struct votes {
  struct map count; /* instruction and record -> how often */
};

static uint64_t vote_key(const struct moved *m, uint32_t ins, uint32_t record) {
  return (uint64_t)ins * m->layouts->count + record;
}

/* Every address of a member of a structure that may point to what a call made. */
static void collect_votes(const struct moved *m, int s, struct votes *v) {
  const struct ir_program *p = m->side[s]->program;
  for (uint32_t f = 0; f < p->nfunctions; f++)
    for (uint32_t i = p->functions[f].first_ins; i < p->functions[f].first_ins + p->functions[f].nins; i++) {
      struct static_location at[ROOM];
      if (ir_result_count(&p->ins[i]) != 1 || p->ins[i].op == IR_ALLOCA || !static_is_live(m->s[s], i)) continue;
      uint32_t type = p->regs[p->functions[f].first_reg + p->ins[i].dst].pointee, record = record_in(m, s, type);
      if (record == IR_NONE) continue;
      uint32_t count = static_points(m->s[s], i, (ir_value)p->ins[i].dst, at, ROOM), before;
      for (uint32_t k = 0; k < count && k < ROOM; k++) {
        if (at[k].kind != STATIC_HEAP) continue;
        if (!map_get(&v->count, vote_key(m, at[k].index, record), &before)) before = 0;
        map_put(&v->count, vote_key(m, at[k].index, record), before + 1);
      }
    }
}

/* The structure that the call makes one or several of. */
static uint32_t record_of_call(const struct moved *m, int s, const struct votes *v, uint32_t ins) {
  uint32_t best = IR_NONE, most = 0, count;
  uint64_t bytes;
  if (!moved_asks(m->side[s]->program, &m->side[s]->program->ins[ins], &bytes) || !bytes || bytes > MOST_BYTES)
    return IR_NONE;
  for (uint32_t r = 0; r < m->layouts->count; r++) {
    if (bytes % m->layouts->records[r].size[s] || !map_get(&v->count, vote_key(m, ins, r), &count)) continue;
    if (count > most) most = count, best = r;
  }
  return best;
}

static void add_heap(struct moved *m, uint32_t old, uint32_t new, uint32_t record) {
  const struct layout_record *r = &m->layouts->records[record];
  struct moved_object o = {.kind = STATIC_HEAP, .index = {old, new}, .record = record};
  moved_asks(m->side[OLD]->program, &m->side[OLD]->program->ins[old], &o.size[OLD]);
  moved_asks(m->side[NEW]->program, &m->side[NEW]->program->ins[new], &o.size[NEW]);
  if (o.size[OLD] / r->size[OLD] != o.size[NEW] / r->size[NEW]) return;
  o.to = mem_alloc((o.size[OLD] + 1) * sizeof *o.to);
  for (uint64_t i = 0; i < o.size[OLD]; i++) {
    int64_t to = r->to[i % r->size[OLD]];
    o.to[i] = to < 0 ? -1 : to + (int64_t)(i / r->size[OLD] * r->size[NEW]);
  }
  add_object(m, o);
}

/* ---- in order, in a pair of functions ---- */

struct site {
  uint32_t ins, of; /* a record, or the type of a local variable */
};
typedef VEC(struct site) site_list;

static void list_sites(const struct moved *m, int s, const struct votes *v, uint32_t function, bool locals,
                       site_list *sites) {
  const struct ir_program *p = m->side[s]->program;
  const struct ir_function *f = &p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    uint32_t of = IR_NONE;
    if (!locals) of = record_of_call(m, s, v, i);
    else if (p->ins[i].op == IR_ALLOCA) of = p->regs[f->first_reg + p->ins[i].dst].pointee;
    if (of != IR_NONE) vec_push(sites, ((struct site){i, of}));
  }
}

static const char *local_name(const struct moved *m, int s, uint32_t ins) {
  return ir_text(m->side[s]->program, (uint32_t)m->side[s]->program->ins[ins].c);
}

static bool has_size(const struct moved *m, int s, const struct site *x) {
  const struct ir_program *p = m->side[s]->program;
  uint64_t bytes;
  return const_at(p, p->ins[x->ins].a, &bytes) && bytes == p->types[x->of].size;
}

static void pair_sites(struct moved *m, const site_list *old, const site_list *new, bool locals) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < old->count; i++) {
    const struct site *a = &old->data[i];
    uint32_t k = next;
    while (k < new->count && (locals ? strcmp(local_name(m, OLD, a->ins), local_name(m, NEW, new->data[k].ins)) != 0
                                     : a->of != new->data[k].of))
      k++;
    if (k == new->count) continue;
    next = k + 1;
    if (!locals) add_heap(m, a->ins, new->data[k].ins, a->of);
    else if (has_size(m, OLD, a) && has_size(m, NEW, &new->data[k]))
      add_typed(m, STATIC_STACK, a->ins, new->data[k].ins, a->of, new->data[k].of);
  }
}

/* Where the program can tell that memory was used before, it matters which sizes fit into which. */
static bool sizes_matter(const struct moved *m) {
  return (static_tells(m->s[OLD]) | static_tells(m->s[NEW])) & (STATIC_TELLS_ADDRESSES | STATIC_TELLS_NUMBERS);
}

void moved_find_objects(struct moved *m) {
  struct votes votes[2] = {0};
  bool without_heap = sizes_matter(m);
  find_globals(m);
  collect_votes(m, OLD, &votes[OLD]);
  collect_votes(m, NEW, &votes[NEW]);
  for (uint32_t f = 0; f < m->side[OLD]->program->nfunctions; f++) {
    uint32_t match = m->side[OLD]->function[f];
    if (match == IR_NONE) continue;
    for (int locals = 0; locals <= 1; locals++) {
      site_list old = {0}, new = {0};
      if (!locals && without_heap) continue;
      list_sites(m, OLD, &votes[OLD], f, locals, &old);
      list_sites(m, NEW, &votes[NEW], match, locals, &new);
      pair_sites(m, &old, &new, locals);
      vec_free(&old);
      vec_free(&new);
    }
  }
  map_free(&votes[OLD].count);
  map_free(&votes[NEW].count);
}
