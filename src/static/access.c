/* Which memory each instruction reads and writes: cells, that is places of abstract objects.

   Beside contents, objects have a life: every access reads it, and whatever ends the object writes it. Both ends of a
   thread's result (the exit of the thread, the join) access one object that stands for the results of all threads. */
#include "ir/thread_functions.h"
#include "static/inside.h"
#include "static/points.h"

enum { MOST_CELLS = 512 }; /* of one object before they become one */

struct scan {
  struct statics *s;
  pairs reads, writes;
  struct map ids;
  uint32_t *ncells;         /* per object */
  list locations;           /* scratch */
  list read_by, written_by; /* per cell: 1 + the last instruction that was noted */
  VEC(struct cell) spread;  /* of one access: what was noted of every heap object */
  bool *ends;               /* per object: something ends it while others may use it */
};

static uint32_t intern(struct scan *x, struct cell c) {
  struct statics *s = x->s;
  if (c.offset != LIFE && x->ncells[c.object] >= MOST_CELLS) c = (struct cell){.object = c.object, .stride = ANYWHERE};
  uint64_t key = hash_join(hash_join(hash_join(c.object, (uint64_t)c.offset), c.stride), c.width);
  uint32_t id;
  for (; map_get(&x->ids, key, &id); key = hash_mix(key + 1)) {
    const struct cell *known = &s->cells.data[id];
    if (known->object == c.object && known->offset == c.offset && known->stride == c.stride && known->width == c.width)
      return id;
  }
  map_put(&x->ids, key, s->cells.count);
  x->ncells[c.object]++;
  vec_push(&s->cells, c);
  return s->cells.count - 1;
}

enum how { READ = IR_READS, WRITE = IR_WRITES };

/* True the first time for this instruction. */
static bool is_first(list *last, uint32_t cell, uint32_t ins) {
  while (last->count <= cell) vec_push(last, 0);
  bool first = last->data[cell] != ins + 1;
  last->data[cell] = ins + 1;
  return first;
}

static void note(struct scan *x, uint32_t ins, struct cell c, enum how how) {
  uint32_t id = intern(x, c);
  if (how & READ && is_first(&x->read_by, id, ins)) vec_push(&x->reads, ((struct pair){ins, id}));
  if (how & WRITE && is_first(&x->written_by, id, ins)) vec_push(&x->writes, ((struct pair){ins, id}));
}

static const struct object *object_at(const struct scan *x, uint32_t o) { return &x->s->points->objects.data[o]; }
static bool is_on_heap(const struct scan *x, uint32_t o) { return object_is_on_heap(object_at(x, o)); }

static bool has_contents(const struct scan *x, uint32_t object, enum how how) {
  const struct object *o = object_at(x, object);
  if (o->kind == STATIC_FUNCTION) return false;
  return !(how == READ && o->kind == STATIC_GLOBAL && x->s->p->globals[o->index].flags & IR_GLOBAL_CONST);
}

static void find_locations(struct scan *x, uint32_t ins, ir_value v) {
  x->locations.count = 0;
  points_of(x->s->points, x->s->function_of[ins], v, &x->locations);
}

static bool is_spread(const struct scan *x, const struct cell *c) {
  for (uint32_t i = 0; i < x->spread.count; i++) {
    const struct cell *known = &x->spread.data[i];
    if (known->offset == c->offset && known->stride == c->stride && known->width == c->width) return true;
  }
  return false;
}

/* What was freed may have given its place to any heap object by now. */
static void touch_stale(struct scan *x, uint32_t ins, struct cell c, enum how how) {
  if (!x->s->stale || !x->ends[c.object] || object_at(x, c.object)->kind != STATIC_HEAP || is_spread(x, &c)) return;
  vec_push(&x->spread, c);
  for (uint32_t o = 0, stale = c.object; o < x->s->points->objects.count; o++) {
    if (o == stale || object_at(x, o)->kind != STATIC_HEAP) continue;
    c.object = o;
    note(x, ins, c, how);
  }
}

static void touch(struct scan *x, uint32_t ins, ir_value address, uint64_t bytes, enum how how) {
  find_locations(x, ins, address);
  x->spread.count = 0;
  for (uint32_t i = 0; i < x->locations.count; i++) {
    struct location l = x->s->points->locations.data[x->locations.data[i]];
    if (!has_contents(x, l.object, how)) continue;
    struct cell c = {.object = l.object, .stride = l.stride, .offset = l.offset, .width = bytes};
    if (l.object == x->s->points->anything || !bytes) c = (struct cell){.object = l.object, .stride = ANYWHERE};
    note(x, ins, c, how);
    touch_stale(x, ins, c, how);
    if (x->ends[l.object]) note(x, ins, (struct cell){.object = l.object, .offset = LIFE, .width = 1}, READ);
  }
}

/* ---- calls of the interpreter's functions ---- */

static ir_value argument(const struct scan *x, uint32_t ins, uint32_t i) {
  const struct ir_ins *call = &x->s->p->ins[ins];
  return x->s->p->extra[call->b + (int32_t)i];
}

static void touch_argument(struct scan *x, uint32_t ins, uint32_t i, uint64_t bytes, enum how how) {
  if (i < (uint32_t)x->s->p->ins[ins].c) touch(x, ins, argument(x, ins, i), bytes, how);
}

static uint64_t constant(const struct ir_program *p, ir_value v) {
  return ir_is_const(v) && p->consts[ir_const_index(v)].kind == IR_CONST_INT ? p->consts[ir_const_index(v)].value : 0;
}

/* What the table of thread functions says that it reads and writes. */
static void touch_row(struct scan *x, uint32_t ins, uint32_t function) {
  const struct ir_program *p = x->s->p;
  const struct thread_function *row = thread_function_named(ir_text(p, p->functions[function].name));
  for (const struct thread_touch *t = row ? row->touches : NULL; t && (t->reads || t->writes); t++) {
    uint64_t bytes = t->object == THREAD_OBJECT_WORD ? p->pointer_bits / 8 : thread_object_bytes(t->object);
    touch_argument(x, ins, t->argument, bytes, (t->reads ? READ : 0) | (t->writes ? WRITE : 0));
  }
}

static void touch_results(struct scan *x, uint32_t ins, enum how how) {
  note(x, ins, (struct cell){.object = x->s->points->results, .stride = ANYWHERE}, how);
}

/* Where the program can tell, an allocation depends on what was freed before. */
static void look_for_freed(struct scan *x, uint32_t ins) {
  if (!(x->s->tells & (STATIC_TELLS_ADDRESSES | STATIC_TELLS_NUMBERS))) return;
  for (uint32_t o = 0; o < x->s->points->objects.count; o++)
    if (x->ends[o] && is_on_heap(x, o)) note(x, ins, (struct cell){.object = o, .offset = LIFE, .width = 1}, READ);
}

static void touch_model(struct scan *x, uint32_t ins, uint32_t function) {
  const struct ir_program *p = x->s->p;
  uint32_t count = (uint32_t)p->ins[ins].c;
  switch ((enum model)x->s->models[function]) {
  case MODEL_SYMBOLIC:
    touch_argument(x, ins, 0, count > 1 ? constant(p, argument(x, ins, 1)) : 0, WRITE);
    touch_argument(x, ins, 2, 0, READ);
    break;
  case MODEL_ASSERT: touch_argument(x, ins, 1, 0, READ); break;
  case MODEL_FAIL:
    touch_argument(x, ins, 0, 0, READ);
    touch_argument(x, ins, 1, 0, READ);
    break;
  case MODEL_OUTPUT: touch_argument(x, ins, 1, 0, READ); break;
  case MODEL_STRING: touch_argument(x, ins, 0, 0, READ); break;
  case MODEL_HEAP_SIZE: touch_argument(x, ins, 0, 1, READ); break;
  case MODEL_STDIN: touch_argument(x, ins, 0, p->pointer_bits / 8, WRITE); break;
  case MODEL_ALLOCATE: look_for_freed(x, ins); break;
  case MODEL_JOIN:
  case MODEL_HANDLE: touch_results(x, ins, READ | WRITE); break;
  case MODEL_THREAD_EXIT: touch_results(x, ins, WRITE); break;
  default: break;
  }
  touch_row(x, ins, function);
}

static void touch_call(struct scan *x, uint32_t ins) {
  uint32_t count;
  const uint32_t *callees = table_row(&x->s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (x->s->models[callees[i]] != MODEL_NONE) touch_model(x, ins, callees[i]);
}

static void touch_variable(struct scan *x, uint32_t ins) {
  const struct points *points = x->s->points;
  touch(x, ins, x->s->p->ins[ins].a, x->s->p->pointer_bits == 64 ? 24 : 4, WRITE);
  for (uint32_t i = points->newest[x->s->function_of[ins]]; i != IR_NONE; i = points->instances.data[i].next)
    if (points->instances.data[i].variable != IR_NONE)
      note(x, ins, (struct cell){.object = points->instances.data[i].variable, .stride = ANYWHERE}, WRITE);
}

static void scan_ins(struct scan *x, uint32_t i) {
  const struct ir_ins *ins = &x->s->p->ins[i];
  if (ir_op_is_call(ins->op)) touch_call(x, i);
  else if (ir_ops[ins->op].access == IR_ACCESS_LIST) touch_variable(x, i);
  else {
    enum how at_a = ir_access_at(ins->op, 0), at_b = ir_access_at(ins->op, 1);
    uint64_t bytes = ir_op_is_block_access(ins->op) ? constant(x->s->p, ins->c) : (ins->width + 7u) / 8;
    if (at_a) touch(x, i, ins->a, bytes, at_a);
    if (at_b) touch(x, i, ins->b, bytes, at_b);
  }
}

/* ---- lives ---- */

static bool frees(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (s->models[callees[i]] == MODEL_FREE) return true;
  return false;
}

static bool ends_thread(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (s->models[callees[i]] == MODEL_THREAD_EXIT) return true;
  return false;
}

static void end_object(struct scan *x, uint32_t ins, uint32_t object) {
  x->ends[object] = true;
  note(x, ins, (struct cell){.object = object, .offset = LIFE, .width = 1}, WRITE);
}

static void scan_free(struct scan *x, uint32_t ins) {
  find_locations(x, ins, argument(x, ins, 0));
  for (uint32_t i = 0; i < x->locations.count; i++) {
    uint32_t object = x->s->points->locations.data[x->locations.data[i]].object;
    if (object == x->s->points->anything)
      for (uint32_t o = 0; o < x->s->points->objects.count; o++) {
        if (is_on_heap(x, o)) end_object(x, ins, o);
      }
    else if (is_on_heap(x, object)) end_object(x, ins, object);
  }
}

/* A block ends its variables, also for the function itself. */
static void scan_scope(struct scan *x, uint32_t ins) {
  find_locations(x, ins, x->s->p->ins[ins].a);
  for (uint32_t i = 0; i < x->locations.count; i++)
    end_object(x, ins, x->s->points->locations.data[x->locations.data[i]].object);
}

/* A return ends the locals of its function, the end of a thread those of all its functions and what is thread-local. */
static void scan_ends(struct scan *x) {
  const struct statics *s = x->s;
  pairs locals = {0};
  for (uint32_t o = 0; o < s->points->objects.count; o++) {
    const struct object *object = object_at(x, o);
    if (object->kind == STATIC_STACK && s->escaped[o])
      vec_push(&locals, ((struct pair){s->function_of[object->index], o}));
    if (object->kind == STATIC_TLS && s->escaped[o]) vec_push(&locals, ((struct pair){(uint32_t)s->p->nfunctions, o}));
  }
  struct table of = table_make((uint32_t)s->p->nfunctions + 1, locals.data, locals.count);
  for (uint32_t i = 0; i < s->p->nins; i++) {
    if (!is_live(s, i)) continue;
    uint32_t count = 0, op = s->p->ins[i].op;
    const uint32_t *ended = table_row(&of, s->function_of[i], &count);
    if (op == IR_LIVE || op == IR_DEAD) scan_scope(x, i);
    for (uint32_t k = 0; (op == IR_RET || op == IR_STACKRESTORE) && k < count; k++) end_object(x, i, ended[k]);
    for (uint32_t k = 0; (op == IR_CALL || op == IR_ICALL) && ends_thread(s, i) && k < locals.count; k++)
      end_object(x, i, locals.data[k].to);
  }
  table_free(&of);
  vec_free(&locals);
}

static struct table turned(uint32_t n, const pairs *all) {
  struct pair *other = mem_alloc(((size_t)all->count + 1) * sizeof *other);
  for (uint32_t i = 0; i < all->count; i++) other[i] = (struct pair){all->data[i].to, all->data[i].from};
  struct table t = table_make(n, other, all->count);
  free(other);
  return t;
}

static void make_tables(struct scan *x) {
  struct statics *s = x->s;
  pairs of_object = {0};
  for (uint32_t i = 0; i < s->cells.count; i++) vec_push(&of_object, ((struct pair){s->cells.data[i].object, i}));
  s->object_cells = table_make(s->points->objects.count, of_object.data, of_object.count);
  s->reads = table_make((uint32_t)s->p->nins, x->reads.data, x->reads.count);
  s->writes = table_make((uint32_t)s->p->nins, x->writes.data, x->writes.count);
  s->readers = turned(s->cells.count, &x->reads);
  s->writers = turned(s->cells.count, &x->writes);
  vec_free(&of_object);
}

void access_find(struct statics *s) {
  struct scan x = {.s = s,
                   .ncells = mem_zalloc((s->points->objects.count + 1) * sizeof *x.ncells),
                   .ends = mem_zalloc((s->points->objects.count + 1) * sizeof *x.ends)};
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i) && frees(s, i)) scan_free(&x, i);
  reuse_find(s, x.ends);
  scan_ends(&x);
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i)) scan_ins(&x, i);
  make_tables(&x);
  map_free(&x.ids);
  vec_free(&x.reads);
  vec_free(&x.writes);
  vec_free(&x.locations);
  vec_free(&x.read_by);
  vec_free(&x.written_by);
  vec_free(&x.spread);
  free(x.ncells);
  free(x.ends);
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

bool cells_overlap(const struct cell *a, const struct cell *b) {
  if (a->offset == LIFE || b->offset == LIFE) return a->offset == b->offset;
  if (!a->width || !b->width) return true;
  uint64_t period = gcd(a->stride, b->stride);
  if (!period) return a->offset < b->offset + (int64_t)b->width && b->offset < a->offset + (int64_t)a->width;
  uint64_t ahead = (uint64_t)(((b->offset - a->offset) % (int64_t)period + (int64_t)period) % (int64_t)period);
  return ahead < a->width || period - ahead < b->width;
}
