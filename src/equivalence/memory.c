/* Memory that no other thread sees: what is written on a path, and what was there before. A cell that the path did not
   write is a variable, the same in both versions as long as their memory is the same (an epoch). Where it cannot be
   said whether two accesses meet, nothing is said. */
#include "equivalence/inside.h"
#include "util/mutate.h"

sym_id memory_base(const struct work *w, sym_id address, uint64_t *offset) {
  uint64_t value;
  *offset = 0;
  if (sym_op_of(w->sym, address) != SYM_ADD || !sym_is_const(w->sym, sym_operand(w->sym, address, 1), &value))
    return address;
  *offset = value;
  return sym_operand(w->sym, address, 0);
}

static enum relation by_offset(int64_t distance, uint32_t a, uint32_t b, uint32_t *at) {
  *at = (uint32_t)distance;
  if (distance == 0 && a == b) return RELATION_SAME;
  if (distance >= b || -distance >= a) return RELATION_APART;
  return distance >= 0 && distance + a <= b ? RELATION_INSIDE : RELATION_UNKNOWN;
}

static sym_id below(struct work *w, sym_id value, uint32_t limit) {
  return sym_binary(w->sym, SYM_ULT, value, sym_const(w->sym, limit, sym_width(w->sym, value)));
}

static enum relation by_solver(struct work *w, sym_id when, const struct store *a, const struct store *b) {
  sym_id equal = sym_binary(w->sym, SYM_EQ, a->address, b->address);
  if (a->bytes == b->bytes && compare_ask(w, sym_binary(w->sym, SYM_AND, when, sym_not(w->sym, equal))) == SMT_UNSAT)
    return RELATION_SAME;
  sym_id behind = below(w, sym_binary(w->sym, SYM_SUB, a->address, b->address), b->bytes);
  sym_id before = below(w, sym_binary(w->sym, SYM_SUB, b->address, a->address), a->bytes);
  sym_id meet = sym_binary(w->sym, SYM_AND, when, sym_binary(w->sym, SYM_OR, behind, before));
  return compare_ask(w, meet) == SMT_UNSAT ? RELATION_APART : RELATION_UNKNOWN;
}

static enum relation evident_relation(struct work *w, const struct store *a, const struct store *b, uint32_t *at) {
  uint64_t i, j;
  sym_id x = memory_base(w, a->address, &i), y = memory_base(w, b->address, &j);
  unsigned unused = 64 - sym_width(w->sym, a->address);
  *at = 0;
  if (x == y) return by_offset((int64_t)((i - j) << unused) >> unused, a->bytes, b->bytes, at);
  const struct base *p = variable_base(w, a->address), *q = variable_base(w, b->address);
  return p && q && p != q ? RELATION_APART : RELATION_UNKNOWN;
}

enum relation memory_relation(struct work *w, sym_id when, const struct store *a, const struct store *b, uint32_t *at) {
  enum relation relation = evident_relation(w, a, b, at);
  if (relation != RELATION_UNKNOWN) return relation;
  relation = by_solver(w, when, a, b);
  return relation == RELATION_UNKNOWN && MUTATED(EQUIVALENCE_ALIAS) ? RELATION_APART : relation;
}

/* May not even the objects be the same? */
static bool lie_apart(const struct work *w, int side, uint32_t a, uint32_t b) {
  enum { ROOM = 8 };
  struct static_location x[ROOM], y[ROOM];
  const struct statics *s = w->statics[side];
  if (!s || a == IR_NONE || b == IR_NONE) return false;
  if (static_tells(s) & (STATIC_TELLS_ADDRESSES | STATIC_TELLS_NUMBERS))
    return false; /* one may take another's place */
  uint32_t n = static_points(s, a, w->p[side]->ins[a].a, x, ROOM);
  uint32_t m = static_points(s, b, w->p[side]->ins[b].a, y, ROOM);
  for (uint32_t i = 0; i < n && i < ROOM; i++)
    for (uint32_t k = 0; k < m && k < ROOM; k++)
      if (x[i].object == y[k].object || x[i].kind == STATIC_ANYTHING || y[k].kind == STATIC_ANYTHING) return false;
  return n && m && n <= ROOM && m <= ROOM;
}

enum relation memory_relation_in(struct work *w, int side, sym_id when, const struct store *a, const struct store *b,
                                 uint32_t *at) {
  enum relation relation = evident_relation(w, a, b, at);
  if (relation == RELATION_UNKNOWN && lie_apart(w, side, a->ins, b->ins)) return RELATION_APART;
  return memory_relation(w, when, a, b, at);
}

/* ---- cells ---- */

/* Two cells that may be one have two variables. That only makes states more general: what is equal in all of them is
   equal; but a state in which something differs may not exist. */
static void note_cell(struct work *w, uint32_t epoch, const struct store *cell) {
  uint32_t at;
  for (uint32_t i = 0; i < w->cells.count; i++) {
    const struct cell *c = &w->cells.data[i];
    if (c->epoch != epoch) continue;
    if (c->place.address == cell->address && c->place.bytes == cell->bytes) return;
    w->blurred |= evident_relation(w, cell, &c->place, &at) != RELATION_APART;
  }
  vec_push(&w->cells, ((struct cell){epoch, *cell}));
}

sym_id memory_cell(struct work *w, uint32_t epoch, sym_id address, uint32_t bytes, const char *name) {
  uint64_t key[3] = {epoch, address, bytes};
  note_cell(w, epoch, &(struct store){.address = address, .bytes = bytes});
  return variable_get(w, VARIABLE_CELL, key, bytes * 8, name);
}

sym_id memory_load(struct work *w, struct path *path, const struct store *wanted, const char *name) {
  uint32_t at;
  for (uint32_t i = path->stores.count; i-- > path->since;) {
    const struct store *s = &path->stores.data[i];
    switch (memory_relation_in(w, path->side, path->all, wanted, s, &at)) {
    case RELATION_SAME: return s->value;
    case RELATION_INSIDE: return sym_extract(w->sym, s->value, at * 8, wanted->bytes * 8);
    case RELATION_APART: break;
    case RELATION_UNKNOWN: return 0;
    }
  }
  return memory_cell(w, path->epoch, wanted->address, wanted->bytes, name);
}

void memory_store(struct path *path, const struct store *store) { vec_push(&path->stores, *store); }

/* Globals are there for ever. */
static bool is_evident(struct work *w, sym_id address, uint32_t bytes, bool write) {
  uint64_t offset;
  sym_id base = memory_base(w, address, &offset);
  const struct base *b = variable_base(w, address);
  if (!b || sym_op_of(w->sym, base) != SYM_BYTES || (write && b->readonly)) return false;
  return b->size >= bytes && offset <= b->size - bytes;
}

bool memory_is_valid(struct work *w, const struct path *path, sym_id address, uint32_t bytes, bool write) {
  uint64_t offset, other;
  sym_id base = memory_base(w, address, &offset);
  if (is_evident(w, address, bytes, write)) return true;
  for (uint32_t i = 0; i < path->valid.count; i++) {
    const struct valid *v = &path->valid.data[i];
    if (memory_base(w, v->address, &other) != base || (write && !v->write)) continue;
    if (offset - other <= v->bytes && bytes <= v->bytes - (offset - other)) return true;
  }
  return false;
}
