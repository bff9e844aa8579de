/* Accesses that no other thread can come between, because of the locks that are held there (locks_held.c).

   An access is guarded if every access of another thread that conflicts with it cannot be made at the same time, or
   holds the same lock. Two accesses to one object hold the same lock if both hold the one at the same offset of it.
   Whether the object still exists is another question: whoever ends it is no access. */
#include "static/guarded_inside.h"
#include "util/mutate.h"

enum { MOST_QUESTIONS = 1 << 17 };

/* ---- at the same time ---- */

/* Instructions of one function are executed by the same threads, and but for the entry function at the same times. */
static uint64_t time_of(const struct statics *s, uint32_t ins) {
  uint32_t function = s->function_of[ins];
  return function == s->p->entry ? s->p->nfunctions + s->segment_of[ins] : function;
}

static bool comes_after(const struct statics *s, uint32_t create, uint32_t segment) {
  uint8_t *seen = mem_zalloc(s->segments.count + 1);
  list todo = {0};
  vec_push(&todo, s->segment_of[create]);
  while (todo.count && !seen[segment]) {
    uint32_t at = vec_pop(&todo), count;
    const uint32_t *after = table_row(&s->flow, at, &count);
    for (uint32_t k = 0; k < count; k++) {
      if (seen[after[k]]) continue;
      seen[after[k]] = 1;
      vec_push(&todo, after[k]);
    }
  }
  bool found = seen[segment];
  vec_free(&todo);
  free(seen);
  return found;
}

/* The call in `home` that leads to the instruction, if only that one does; IR_NONE. */
static uint32_t call_in(const struct statics *s, uint32_t home, uint32_t ins) {
  uint32_t count;
  while (s->function_of[ins] != home) {
    const uint32_t *calls = table_row(&s->callers, s->function_of[ins], &count);
    if (count != 1 || !is_called_once(s, s->function_of[ins])) return IR_NONE;
    ins = calls[0];
  }
  return ins;
}

/* All threads of that function are created later than the instruction, of a function that is executed once, by the
   first thread, is executed for the last time. */
static bool are_born_later(const struct statics *s, uint32_t function, uint32_t ins, unsigned deep) {
  uint32_t home = s->function_of[ins];
  for (uint32_t t = 0; t < s->threads.count; t++) {
    if (!thread_executes(s, t, function)) continue;
    uint32_t create = s->threads.data[t].create, creator = s->function_of[create];
    if (!(s->executed_by[creator] & 1)) {
      if (!deep || !are_born_later(s, creator, ins, deep - 1)) return false;
      continue;
    }
    create = call_in(s, home, create);
    uint32_t segment = create == IR_NONE ? IR_NONE : s->segment_of[create];
    if (segment == IR_NONE || comes_after(s, create, s->segment_of[ins])) return false;
    if (segment == s->segment_of[ins] && ins >= create) return false;
  }
  return true;
}

static bool is_before(const struct statics *s, uint32_t ins, uint32_t other) {
  enum { GENERATIONS = 4 };
  for (;;) {
    uint32_t home = s->function_of[ins], count;
    if (s->segment_of[ins] == IR_NONE || s->executed_by[home] != 1 || !is_called_once(s, home)) return false;
    if (are_born_later(s, s->function_of[other], ins, GENERATIONS)) return true;
    const uint32_t *calls = table_row(&s->callers, home, &count);
    if (count != 1) return false;
    ins = calls[0];
  }
}

static bool are_parallel(struct static_guards *g, uint32_t a, uint32_t b) {
  uint64_t key = time_of(g->s, a) << 32 | time_of(g->s, b);
  uint32_t answer;
  if (++g->asked > MOST_QUESTIONS) return true;
  if (!map_get(&g->parallel, key, &answer)) {
    answer = 1 + static_in_parallel(g->s, a, b);
    map_put(&g->parallel, key, answer);
  }
  return answer > 1 && !is_before(g->s, a, b) && !is_before(g->s, b, a);
}

/* ---- the same lock ---- */

/* One access to one cell, and where the locks lie that it holds. */
struct access {
  uint32_t ins;
  struct held_set locks; /* places */
};

static struct access access_at(const struct static_guards *g, uint32_t ins, const struct cell *cell) {
  const struct statics *s = g->s;
  const struct ir_ins *i = &s->p->ins[ins];
  struct access access = {.ins = ins};
  struct held_set held = held_at(g, ins);
  uint32_t root = IR_NONE;
  int64_t offset = 0;
  bool named = ir_op_is_scalar_access((enum ir_op)i->op) && held_root(s, s->function_of[ins], i->a, &root, &offset);
  for (uint32_t k = 0; k < held.count; k++) {
    const struct held *h = &held.at[k];
    if (h->is_place) held_add(&access.locks, *h);
    else if (named && h->where == root && !cell->stride && cell->offset != LIFE)
      held_add(&access.locks, (struct held){true, cell->object, cell->offset + h->offset - offset});
  }
  return access;
}

/* Nobody overwrites the lock at that time. */
static bool is_steady(struct static_guards *g, const struct held *place, uint32_t a, uint32_t b) {
  const struct statics *s = g->s;
  struct cell lock = {.object = place->where, .offset = place->offset, .width = LOCK_BYTES};
  for (uint32_t i = 0; i < g->breakers.count; i++) {
    uint32_t ins = g->breakers.data[i], count;
    if (ins != a && ins != b && !are_parallel(g, a, ins) && !are_parallel(g, b, ins)) continue;
    const uint32_t *written = table_row(&s->writes, ins, &count);
    for (uint32_t k = 0; k < count; k++) {
      const struct cell *c = &s->cells.data[written[k]];
      if (c->object == s->points->anything) return false;
      if (c->object == lock.object && cells_overlap(c, &lock) && !is_behind(s, ins, c, &lock)) return false;
    }
  }
  return true;
}

static bool share_lock(struct static_guards *g, const struct access *a, uint32_t other, const struct cell *cell) {
  if (!a->locks.count) return false;
  struct access b = access_at(g, other, cell);
  for (uint32_t i = 0; i < a->locks.count; i++)
    if ((held_has(&b.locks, &a->locks.at[i]) || MUTATED(GUARDED_LOCK)) && is_steady(g, &a->locks.at[i], a->ins, other))
      return true;
  return false;
}

static bool may_meet(const struct statics *s, uint32_t ins, const struct cell *cell, uint32_t other,
                     const struct cell *at) {
  return !is_behind(s, ins, cell, at) && !is_behind(s, other, at, cell);
}

static bool are_apart(struct static_guards *g, const struct access *a, const struct cell *own,
                      const struct table *users, uint32_t cell) {
  const struct statics *s = g->s;
  uint32_t count;
  const uint32_t *all = table_row(users, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (fills_its_own(s, all[i]) || !are_parallel(g, a->ins, all[i])) continue;
    if (!may_meet(s, a->ins, own, all[i], &s->cells.data[cell])) continue;
    if (!share_lock(g, a, all[i], &s->cells.data[cell])) return false;
  }
  return true;
}

/* Of the access to this cell: does everything that conflicts with it come before or after? */
static bool is_apart(struct static_guards *g, uint32_t ins, const struct cell *cell, bool writes) {
  const struct statics *s = g->s;
  uint32_t kind = s->points->objects.data[cell->object].kind, count;
  if (kind != STATIC_GLOBAL && kind != STATIC_HEAP && kind != STATIC_STACK) return false;
  struct access a = access_at(g, ins, cell);
  const uint32_t *cells = table_row(&s->object_cells, cell->object, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!cells_overlap(cell, &s->cells.data[cells[i]])) continue;
    if (!are_apart(g, &a, cell, &s->writers, cells[i]) || (writes && !are_apart(g, &a, cell, &s->readers, cells[i])))
      return false;
  }
  cells = table_row(&s->object_cells, s->points->anything, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!are_apart(g, &a, cell, &s->writers, cells[i]) || (writes && !are_apart(g, &a, cell, &s->readers, cells[i])))
      return false;
  return true;
}

static bool all_are_apart(struct static_guards *g, uint32_t ins, const struct table *accesses, bool writes) {
  uint32_t count;
  const uint32_t *cells = table_row(accesses, ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct cell *c = &g->s->cells.data[cells[i]];
    if (c->offset != LIFE && !is_apart(g, ins, c, writes)) return false;
  }
  return true;
}

/* ---- questions ---- */

bool static_is_guarded(struct static_guards *g, uint32_t ins) {
  const struct statics *s = g->s;
  enum ir_op op = (enum ir_op)s->p->ins[ins].op;
  if (g->none || !is_live(s, ins) || (op != IR_LOAD && op != IR_STORE)) return false;
  if (!g->known[ins])
    g->known[ins] = 1 + (all_are_apart(g, ins, &s->reads, false) && all_are_apart(g, ins, &s->writes, true));
  return g->known[ins] > 1;
}

static bool any_is_guarded(struct static_guards *g, const struct table *users, uint32_t cell) {
  uint32_t count;
  const uint32_t *all = table_row(users, cell, &count);
  for (uint32_t i = 0; i < count; i++)
    if (static_is_guarded(g, all[i])) return true;
  return false;
}

static bool is_mixed(struct static_guards *g, const struct cell *cell) {
  const struct statics *s = g->s;
  uint32_t count;
  if (cell->object == s->points->anything || !s->shared[cell->object]) return true;
  const uint32_t *cells = table_row(&s->object_cells, cell->object, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!cells_overlap(cell, &s->cells.data[cells[i]])) continue;
    if (any_is_guarded(g, &s->writers, cells[i]) || any_is_guarded(g, &s->readers, cells[i])) return true;
  }
  return false;
}

bool static_is_mixed(struct static_guards *g, uint32_t ins) {
  const struct statics *s = g->s;
  const struct table *const tables[] = {&s->reads, &s->writes};
  for (unsigned t = 0; t < 2; t++) {
    uint32_t count;
    const uint32_t *cells = table_row(tables[t], ins, &count);
    for (uint32_t i = 0; i < count; i++)
      if (s->cells.data[cells[i]].offset != LIFE && is_mixed(g, &s->cells.data[cells[i]])) return true;
  }
  return false;
}
