/* Which locks are held for certain: forward over each function, from what all calls of it hold.

   A lock is a place of an object of which there is one only; or so many bytes from what a register or parameter points
   to, which is the same object wherever an access goes through that register. Calls hand on what they can name; what
   any call of a function may not hold is not held in it. Whoever writes to a lock otherwise takes it away. */
#include <string.h>

#include "ir/thread_functions.h"
#include "static/guarded_inside.h"

enum { MOST_ROUNDS = 40, MOST_INSTRUCTIONS = 1 << 18, ROOM = 16 };

/* ---- what functions do to locks ---- */

static bool ends_with(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n >= m && !strcmp(name + n - m, end);
}

/* What a program itself calls by the name of a function that locks need not lock. */
static enum act act_of(const struct ir_program *p, const struct ir_function *f) {
  const char *name = ir_text(p, f->name);
  const struct thread_function *row = thread_function_named(name);
  if (!row) return ACT_NOTHING;
  switch (row->lock) {
  case THREAD_LOCK_LOCK: return !f->nins || f->flags & IR_FN_LIBRARY ? ACT_LOCK : ACT_NOTHING;
  case THREAD_LOCK_UNLOCK:
  case THREAD_LOCK_END: return ACT_UNLOCK;
  default: return ends_with(name, "_init") || ends_with(name, "_destroy") ? ACT_RENEW : ACT_USE;
  }
}

/* Where control may leave a function otherwise than by its return, a handler may run or a thread end at any place, or a
   lock may fail to be taken. */
static bool has_surprises(const struct statics *s) {
  static const char *const names[] = {"setjmp",
                                      "_setjmp",
                                      "__setjmp",
                                      "sigsetjmp",
                                      "__sigsetjmp",
                                      "signal",
                                      "sigaction",
                                      "pthread_mutexattr_setrobust",
                                      "pthread_mutexattr_setprotocol",
                                      "pthread_setcanceltype"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    uint32_t f = ir_find_function(s->p, names[i]);
    if (f != IR_NONE && s->reached[f]) return true;
  }
  return s->pooled || s->stale;
}

/* ---- names of addresses ---- */

static bool const_int(const struct ir_program *p, ir_value v, int64_t *value) {
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  *value = (int64_t)p->consts[ir_const_index(v)].value;
  return true;
}

bool held_root(const struct statics *s, uint32_t function, ir_value v, uint32_t *root, int64_t *offset) {
  const struct ir_function *f = &s->p->functions[function];
  int64_t by;
  *offset = 0;
  if (ir_is_const(v)) return false;
  for (uint32_t reg = (uint32_t)v;;) {
    uint32_t count;
    const uint32_t *writers = table_row(&s->definitions, f->first_reg + reg, &count);
    *root = reg;
    if (count > 1 || (count && reg < f->nparams)) return false;
    if (!count) return reg < f->nparams;
    const struct ir_ins *ins = &s->p->ins[writers[0]];
    if (ins->op == IR_MOV && !ir_is_const(ins->a)) {
      reg = (uint32_t)ins->a;
      continue;
    }
    if (ins->op != IR_ADD || ir_is_const(ins->a) || !const_int(s->p, ins->b, &by)) return true;
    *offset += by;
    reg = (uint32_t)ins->a;
  }
}

/* One instruction makes it, and that is executed once. */
static bool is_single(const struct statics *s, uint32_t object) {
  const struct object *o = &s->points->objects.data[object];
  if (o->kind == STATIC_GLOBAL) return true;
  if ((o->kind != STATIC_HEAP && o->kind != STATIC_STACK) || s->segment_of[o->index] == IR_NONE) return false;
  return !s->in_cycle[s->segment_of[o->index]] && is_called_once(s, s->function_of[o->index]);
}

static bool place_at(const struct statics *s, uint32_t ins, ir_value v, struct held *place) {
  struct static_location l[1];
  if (static_points(s, ins, v, l, 1) != 1 || l[0].kind == STATIC_ANYTHING || l[0].stride) return false;
  *place = (struct held){true, l[0].object, l[0].offset};
  return is_single(s, l[0].object);
}

static ir_value argument(const struct statics *s, const struct ir_ins *call, uint32_t k) {
  return s->p->extra[call->b + (int32_t)k];
}

/* ---- sets ---- */

static bool is_same(const struct held *a, const struct held *b) {
  return a->is_place == b->is_place && a->where == b->where && a->offset == b->offset;
}

bool held_has(const struct held_set *set, const struct held *h) {
  for (uint32_t i = 0; i < set->count; i++)
    if (is_same(&set->at[i], h)) return true;
  return false;
}

void held_add(struct held_set *set, struct held h) {
  if (set->count < MOST_HELD && !held_has(set, &h)) set->at[set->count++] = h;
}

/* Keeps what both hold. True if the first has changed. */
static bool meet(struct held_set *to, const struct held_set *from) {
  if (from->count == NOT_REACHED) return false;
  if (to->count == NOT_REACHED) {
    *to = *from;
    return true;
  }
  uint8_t before = to->count;
  to->count = 0;
  for (uint8_t i = 0; i < before; i++)
    if (held_has(from, &to->at[i])) to->at[to->count++] = to->at[i];
  return to->count != before;
}

/* ---- one instruction ---- */

static bool may_be_at(const struct statics *s, uint32_t ins, ir_value v, const struct held *place) {
  struct static_location l[ROOM];
  uint32_t count = static_points(s, ins, v, l, ROOM);
  if (count > ROOM) return true;
  for (uint32_t i = 0; i < count; i++) {
    if (l[i].kind == STATIC_ANYTHING) return true;
    if (l[i].object == place->where && (l[i].stride || l[i].offset == place->offset)) return true;
  }
  return false;
}

/* Gives back a lock: whatever held one may be it. */
static void unlock(const struct static_guards *g, uint32_t ins, struct held_set *set) {
  const struct statics *s = g->s;
  const struct ir_ins *call = &s->p->ins[ins];
  uint32_t root = IR_NONE, kept = 0;
  int64_t offset = 0;
  bool named = call->c && held_root(s, s->function_of[ins], argument(s, call, 0), &root, &offset);
  for (uint32_t i = 0; i < set->count; i++) {
    const struct held *h = &set->at[i];
    bool other = h->is_place ? call->c && !may_be_at(s, ins, argument(s, call, 0), h)
                             : named && h->where == root && h->offset != offset;
    if (other) set->at[kept++] = *h;
  }
  set->count = (uint8_t)kept;
}

static void lock(const struct static_guards *g, uint32_t ins, struct held_set *set) {
  const struct statics *s = g->s;
  ir_value v = argument(s, &s->p->ins[ins], 0);
  struct held h = {0};
  if (held_root(s, s->function_of[ins], v, &h.where, &h.offset)) held_add(set, h);
  if (place_at(s, ins, v, &h)) held_add(set, h);
}

static void forget_register(struct held_set *set, uint32_t reg) {
  uint8_t kept = 0;
  for (uint8_t i = 0; i < set->count; i++)
    if (set->at[i].is_place || set->at[i].where != reg) set->at[kept++] = set->at[i];
  set->count = kept;
}

static void call(const struct static_guards *g, uint32_t ins, struct held_set *set) {
  const struct ir_ins *i = &g->s->p->ins[ins];
  uint32_t count;
  enum act act = i->op == IR_CALL ? g->acts[i->a] : ACT_NOTHING;
  if (act == ACT_LOCK && i->c) lock(g, ins, set);
  else if (act == ACT_UNLOCK || act == ACT_RENEW) unlock(g, ins, set);
  if (act != ACT_NOTHING) return;
  const uint32_t *callees = table_row(&g->s->callees, ins, &count);
  bool releases = !count;
  for (uint32_t k = 0; k < count; k++) releases |= g->releases[callees[k]];
  if (releases && !(i->op == IR_CALL && !g->s->p->functions[i->a].nins)) set->count = 0;
}

static void step(const struct static_guards *g, uint32_t ins, struct held_set *set) {
  const struct ir_ins *i = &g->s->p->ins[ins];
  if (set->count == NOT_REACHED) return;
  if (ir_op_is_call((enum ir_op)i->op)) call(g, ins, set);
  else if (ir_ops[i->op].access != IR_ACCESS_NONE && g->breaks[ins]) set->count = 0;
  for (uint32_t k = 0; k < ir_result_count(i); k++) forget_register(set, i->dst + k);
}

/* ---- functions ---- */

/* What the caller holds, as the called function names it. */
static struct held_set down(const struct static_guards *g, uint32_t ins, const struct held_set *set) {
  const struct statics *s = g->s;
  const struct ir_ins *i = &s->p->ins[ins];
  const struct ir_function *f = &s->p->functions[i->a];
  struct held_set to = {0};
  for (uint32_t k = 0; k < set->count; k++) {
    const struct held *h = &set->at[k];
    if (h->is_place) held_add(&to, *h);
    for (uint32_t a = 0; !h->is_place && a < (uint32_t)i->c && a < f->nparams; a++) {
      uint32_t root;
      int64_t offset;
      if (held_root(s, s->function_of[ins], argument(s, i, a), &root, &offset) && root == h->where)
        held_add(&to, (struct held){false, a, h->offset - offset});
    }
  }
  return to;
}

static uint32_t successor(const struct ir_program *p, const struct ir_ins *last, uint32_t k) {
  switch ((enum ir_op)last->op) {
  case IR_BR: return k ? IR_NONE : (uint32_t)last->a;
  case IR_CBR: return k > 1 ? IR_NONE : (uint32_t)(k ? last->c : last->b);
  case IR_SWITCH: return 2 * k >= (uint32_t)last->c ? IR_NONE : (uint32_t)p->extra[last->b + (int32_t)(2 * k)];
  default: return IR_NONE;
  }
}

static bool look_at_block(struct static_guards *g, uint32_t block) {
  const struct ir_program *p = g->s->p;
  const struct ir_block *b = &p->blocks[block];
  struct held_set set = g->in[block];
  bool changed = false;
  if (set.count == NOT_REACHED) return false;
  for (uint32_t i = b->first; i < b->first + b->count; i++) {
    const struct ir_ins *ins = &p->ins[i];
    if (ins->op == IR_CALL && p->functions[ins->a].nins) {
      struct held_set below = down(g, i, &set);
      changed |= meet(&g->entry[ins->a], &below);
    }
    step(g, i, &set);
  }
  for (uint32_t k = 0, to; (to = successor(p, &p->ins[b->first + b->count - 1], k)) != IR_NONE; k++)
    changed |= meet(&g->in[to], &set);
  return changed;
}

static bool look_at_function(struct static_guards *g, uint32_t function) {
  const struct ir_function *f = &g->s->p->functions[function];
  bool changed = false;
  if (!f->nins || g->entry[function].count == NOT_REACHED) return false;
  meet(&g->in[f->first_block], &g->entry[function]);
  for (bool more = true; more; changed |= more) {
    more = false;
    for (uint32_t b = f->first_block; b < f->first_block + f->nblocks; b++) more |= look_at_block(g, b);
  }
  return changed;
}

/* Whoever may be called otherwise than by name holds nothing then. */
static void find_entries(struct static_guards *g) {
  const struct ir_program *p = g->s->p;
  for (uint32_t f = 0; f < p->nfunctions; f++) g->entry[f].count = NOT_REACHED;
  for (uint32_t b = 0; b < p->nblocks; b++) g->in[b].count = NOT_REACHED;
  for (uint64_t i = 0; i < p->nconsts; i++)
    if (p->consts[i].kind == IR_CONST_FUNC) g->entry[p->consts[i].symbol].count = 0;
  for (uint64_t i = 0; i < p->nrelocs; i++)
    if (p->relocs[i].kind == IR_CONST_FUNC) g->entry[p->relocs[i].symbol].count = 0;
  for (uint64_t i = 0; i < p->nctors; i++) g->entry[p->ctors[i]].count = 0;
  for (uint64_t i = 0; i < p->ndtors; i++) g->entry[p->dtors[i]].count = 0;
  for (uint32_t t = 0; t < g->s->threads.count; t++) g->entry[g->s->threads.data[t].function].count = 0;
  g->entry[p->entry].count = 0;
  for (size_t i = 0; i < IR_OWN_CALLS; i++) {
    uint32_t f = ir_find_function(p, ir_own_calls[i]);
    if (f != IR_NONE) g->entry[f].count = 0;
  }
  for (uint32_t f = 0; f < p->nfunctions; f++) /* the machine calls some of them itself */
    if (p->functions[f].flags & IR_FN_LIBRARY) g->entry[f].count = 0;
}

static void find_releases(struct static_guards *g) {
  const struct statics *s = g->s;
  bool more = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < s->p->nins; i++) {
      uint32_t f = s->function_of[i], count;
      const struct ir_ins *ins = &s->p->ins[i];
      if (!is_live(s, i) || g->releases[f]) continue;
      bool releases = ins->op == IR_CALL && (g->acts[ins->a] == ACT_UNLOCK || g->acts[ins->a] == ACT_RENEW);
      const uint32_t *callees = ir_op_is_call((enum ir_op)ins->op) ? table_row(&s->callees, i, &count) : NULL;
      for (uint32_t k = 0; callees && k < count; k++) releases |= g->releases[callees[k]];
      releases |= ir_ops[ins->op].access != IR_ACCESS_NONE && g->breaks[i];
      if (releases) g->releases[f] = more = true;
    }
  }
}

bool is_behind(const struct statics *s, uint32_t ins, const struct cell *cell, const struct cell *other) {
  if (!cell->stride || other->stride || !other->width || other->offset == LIFE) return false;
  return static_lowest(s, ins, cell->object) >= other->offset + (int64_t)other->width;
}

static bool is_calloc(const struct statics *s, uint32_t function) {
  const struct ir_function *f = &s->p->functions[function];
  return f->flags & IR_FN_LIBRARY && !strcmp(ir_text(s->p, f->name), "calloc");
}

bool fills_its_own(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *calls = table_row(&s->callers, s->function_of[ins], &count);
  bool only = count && function_at(s, ins)->flags & IR_FN_LIBRARY;
  for (uint32_t i = 0; i < count && only; i++) only = is_calloc(s, s->function_of[calls[i]]);
  return only || is_calloc(s, s->function_of[ins]);
}

/* It handles locks and conditions, as such. */
static bool is_lock_call(const struct static_guards *g, uint32_t ins) {
  const struct ir_ins *i = &g->s->p->ins[ins];
  const struct thread_function *row =
      i->op == IR_CALL ? thread_function_named(ir_text(g->s->p, g->s->p->functions[i->a].name)) : NULL;
  for (const struct thread_touch *t = row ? row->touches : NULL; t && (t->reads || t->writes); t++)
    if (t->writes && t->object != THREAD_OBJECT_MUTEX && t->object != THREAD_OBJECT_RWLOCK &&
        t->object != THREAD_OBJECT_SPIN && t->object != THREAD_OBJECT_COND)
      return false;
  return row && (g->acts[i->a] != ACT_RENEW || ends_with(row->name, "_destroy"));
}

typedef VEC(struct cell) cell_list;

static uint64_t lock_bytes(const struct ir_program *p, const struct ir_ins *call) {
  const struct thread_function *row = thread_function_named(ir_text(p, p->functions[call->a].name));
  uint64_t bytes = row && row->touches[0].argument == 0 ? thread_object_bytes(row->touches[0].object) : 0;
  return bytes ? bytes : LOCK_BYTES;
}

/* Where locks may lie. False: nobody knows. */
static bool find_locks(const struct static_guards *g, cell_list *locks, uint8_t *has_lock) {
  const struct statics *s = g->s;
  struct static_location l[ROOM];
  for (uint32_t i = 0; i < s->p->nins; i++) {
    const struct ir_ins *ins = &s->p->ins[i];
    if (!is_live(s, i) || ins->op != IR_CALL || g->acts[ins->a] != ACT_LOCK || !ins->c) continue;
    uint32_t count = static_points(s, i, argument(s, ins, 0), l, ROOM);
    if (count > ROOM) return false;
    for (uint32_t k = 0; k < count; k++) {
      if (l[k].kind == STATIC_ANYTHING) return false;
      has_lock[l[k].object] = 1;
      vec_push(locks, ((struct cell){l[k].object, l[k].stride, lock_bytes(s->p, ins), l[k].offset}));
    }
  }
  return true;
}

static bool writes_to_lock(const struct statics *s, uint32_t ins, const cell_list *locks, const uint8_t *has_lock) {
  uint32_t count;
  const uint32_t *written = table_row(&s->writes, ins, &count);
  for (uint32_t k = 0; k < count; k++) {
    const struct cell *c = &s->cells.data[written[k]];
    if (c->object == s->points->anything) return true;
    for (uint32_t i = 0; has_lock[c->object] && i < locks->count; i++) {
      const struct cell *lock = &locks->data[i];
      if (lock->object == c->object && cells_overlap(c, lock) && !is_behind(s, ins, c, lock)) return true;
    }
  }
  return false;
}

/* Whatever else writes to a place where a lock may lie. To destroy one that is held is a failure. */
static void find_breakers(struct static_guards *g) {
  const struct statics *s = g->s;
  cell_list locks = {0};
  uint8_t *has_lock = mem_zalloc(s->points->objects.count + 1);
  g->none |= !find_locks(g, &locks, has_lock);
  for (uint32_t i = 0; i < s->p->nins && !g->none; i++) {
    if (!is_live(s, i) || is_lock_call(g, i) || fills_its_own(s, i)) continue;
    if (!writes_to_lock(s, i, &locks, has_lock)) continue;
    vec_push(&g->breakers, i);
    g->breaks[i] = 1;
  }
  vec_free(&locks);
  free(has_lock);
}

struct static_guards *static_guards_open(const struct statics *s) {
  const struct ir_program *p = s->p;
  struct static_guards *g = mem_zalloc(sizeof *g);
  g->s = s;
  g->entry = mem_zalloc((p->nfunctions + 1) * sizeof *g->entry);
  g->in = mem_zalloc((p->nblocks + 1) * sizeof *g->in);
  g->releases = mem_zalloc((p->nfunctions + 1) * sizeof *g->releases);
  g->acts = mem_zalloc(p->nfunctions + 1);
  g->known = mem_zalloc(p->nins + 1);
  g->breaks = mem_zalloc(p->nins + 1);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    g->acts[f] = (uint8_t)act_of(p, &p->functions[f]);
    g->releases[f] = g->acts[f] == ACT_UNLOCK || g->acts[f] == ACT_RENEW;
  }
  g->none = has_surprises(s) || p->nins > MOST_INSTRUCTIONS;
  if (!g->none) find_breakers(g);
  if (g->none) return g;
  find_releases(g);
  find_entries(g);
  bool more = true;
  for (uint32_t round = 0; more && round < MOST_ROUNDS; round++) {
    more = false;
    for (uint32_t f = 0; f < p->nfunctions; f++) more |= look_at_function(g, f);
  }
  g->none = more;
  return g;
}

void static_guards_close(struct static_guards *g) {
  if (!g) return;
  free(g->entry);
  free(g->in);
  free(g->releases);
  free(g->acts);
  free(g->known);
  free(g->breaks);
  vec_free(&g->breakers);
  map_free(&g->parallel);
  free(g);
}

/* ---- questions ---- */

struct held_set held_at(const struct static_guards *g, uint32_t ins) {
  uint32_t block = static_block_of(g->s, ins);
  struct held_set set = g->in[block];
  for (uint32_t i = g->s->p->blocks[block].first; i < ins; i++) step(g, i, &set);
  if (set.count == NOT_REACHED) set.count = 0;
  return set;
}
