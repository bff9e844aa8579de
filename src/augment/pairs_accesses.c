/* The accesses of a program to memory that threads share, indexed by place.

   Input: a program and its static analysis. Output: who reads and who writes which place, both in the order of
   instructions. Left out is what no thread can define or use as data: constants, synchronisation objects, memory of the
   library, and the values of inputs, which no thread writes. Handles of threads are data. */
#include <string.h>

#include "augment/pairs_inside.h"

struct scan {
  struct accesses *a;
  struct map cell_ids;
  VEC(struct static_location) places; /* scratch */
  bool threads;                       /* there are any */
  numbers *library;                   /* per function of the library: itself and those of the library that it calls */
  bool *library_known;
  access_list *own_reads, *own_writes; /* per function of the library: .ins is an object; by object */
};

bool access_is_library(const struct ir_program *p, uint32_t ins) {
  return ir_function_of(p, ins)->flags & IR_FN_LIBRARY;
}

/* ---- places ---- */

static uint32_t intern(struct scan *x, const struct static_location *at) {
  struct accesses *a = x->a;
  uint64_t key = hash_join(hash_join(hash_join(at->object, (uint64_t)at->offset), at->stride), at->width);
  uint32_t id;
  for (; map_get(&x->cell_ids, key, &id); key = hash_mix(key + 1)) {
    const struct static_location *c = &a->cells.data[id];
    if (c->object == at->object && c->offset == at->offset && c->stride == at->stride && c->width == at->width)
      return id;
  }
  map_put(&x->cell_ids, key, a->cells.count);
  vec_push(&a->cells, *at);
  return a->cells.count - 1;
}

static bool is_data(const struct scan *x, const struct static_location *at) {
  const struct ir_program *p = x->a->p;
  switch (at->kind) {
  case STATIC_FUNCTION:
  case STATIC_RESULT: return false;
  case STATIC_GLOBAL:
    if (p->globals[at->index].flags & (IR_GLOBAL_LIBRARY | IR_GLOBAL_CONST)) return false;
    break;
  case STATIC_TLS:
    if (p->globals[at->index].flags & IR_GLOBAL_LIBRARY) return false;
    break;
  case STATIC_STACK:
  case STATIC_HEAP:
    if (access_is_library(p, at->index)) return false;
    break;
  case STATIC_POOL:
  case STATIC_VARIABLE:
  case STATIC_ARGUMENTS: break;
  case STATIC_ANYTHING: return x->threads;
  }
  return static_object_is_shared(x->a->s, at->object);
}

typedef uint32_t ask(const struct statics *, uint32_t, struct static_location *, uint32_t);

/* The places that an instruction reads or writes, in the scratch. */
static void find_places(struct scan *x, ask *which, uint32_t ins) {
  uint32_t count = which(x->a->s, ins, x->places.data, x->places.capacity);
  if (count > x->places.capacity) {
    vec_reserve(&x->places, count);
    which(x->a->s, ins, x->places.data, x->places.capacity);
  }
  x->places.count = count;
}

/* ---- the library ---- */

static bool moves_data(const struct ir_program *p, const struct ir_ins *ins) {
  enum ir_class class = ir_ops[ins->op].class;
  if (ins->op == IR_CALL) return !strcmp(ir_text(p, p->functions[ins->a].name), "__heddle_output");
  return class == IR_CLASS_MEM || class == IR_CLASS_SYNC;
}

static int by_object(const void *left, const void *right) {
  const struct access *a = left, *b = right;
  if (a->ins != b->ins) return a->ins < b->ins ? -1 : 1;
  return (a->cell > b->cell) - (a->cell < b->cell);
}

static void sort(access_list *list, int compare(const void *, const void *)) {
  uint32_t kept = 0;
  if (list->count) qsort(list->data, list->count, sizeof *list->data, compare);
  for (uint32_t i = 0; i < list->count; i++)
    if (!kept || memcmp(&list->data[kept - 1], &list->data[i], sizeof *list->data) != 0)
      list->data[kept++] = list->data[i];
  list->count = kept;
}

static void add_own(struct scan *x, ask *which, uint32_t ins, access_list *list) {
  find_places(x, which, ins);
  for (uint32_t i = 0; i < x->places.count; i++)
    if (is_data(x, &x->places.data[i]))
      vec_push(list, ((struct access){x->places.data[i].object, intern(x, &x->places.data[i])}));
}

/* A creation writes the handle of the thread, a join its result. */
static bool only_writes(const struct ir_program *p, uint32_t ins) {
  return waits_of(p, ins) & (THREAD_CREATES | THREAD_JOINS) && !p->functions[p->ins[ins].a].nins;
}

static void scan_library(struct scan *x, uint32_t function) {
  const struct ir_function *f = &x->a->p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    bool moves = moves_data(x->a->p, &x->a->p->ins[i]);
    if (!static_is_live(x->a->s, i) || (!moves && !only_writes(x->a->p, i))) continue;
    if (moves) add_own(x, static_reads, i, &x->own_reads[function]);
    add_own(x, static_writes, i, &x->own_writes[function]);
  }
  sort(&x->own_reads[function], by_object);
  sort(&x->own_writes[function], by_object);
}

static bool has_number(const numbers *all, uint32_t n) {
  for (uint32_t i = 0; i < all->count; i++)
    if (all->data[i] == n) return true;
  return false;
}

/* The functions of the library that a call of one of them may execute. */
static const numbers *library_of(struct scan *x, uint32_t function) {
  const struct ir_program *p = x->a->p;
  numbers *all = &x->library[function];
  if (x->library_known[function]) return all;
  x->library_known[function] = true;
  vec_push(all, function);
  for (uint32_t at = 0; at < all->count; at++) {
    const struct ir_function *f = &p->functions[all->data[at]];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      const uint32_t *callees;
      if (ir_ops[p->ins[i].op].class != IR_CLASS_CALL || !static_is_live(x->a->s, i)) continue;
      uint32_t count = static_callees(x->a->s, i, &callees);
      for (uint32_t k = 0; k < count; k++) {
        const struct ir_function *callee = &p->functions[callees[k]];
        if (callee->flags & IR_FN_LIBRARY && callee->nins && !has_number(all, callees[k])) vec_push(all, callees[k]);
      }
    }
  }
  return all;
}

static void add_object(uint32_t ins, uint32_t object, const access_list *own, access_list *to) {
  uint32_t low = 0, high = own->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (own->data[middle].ins < object) low = middle + 1;
    else high = middle;
  }
  for (; low < own->count && own->data[low].ins == object; low++)
    vec_push(to, ((struct access){ins, own->data[low].cell}));
}

static int by_number(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

/* The objects that the arguments of a call point to, each once. */
static void argument_objects(struct scan *x, uint32_t ins, numbers *objects) {
  const struct ir_ins *call = &x->a->p->ins[ins];
  uint32_t kept = 0;
  for (int32_t k = 0; k < call->c; k++) {
    ir_value v = x->a->p->extra[call->b + k];
    uint32_t count = static_points(x->a->s, ins, v, x->places.data, x->places.capacity);
    if (count > x->places.capacity) {
      vec_reserve(&x->places, count);
      static_points(x->a->s, ins, v, x->places.data, x->places.capacity);
    }
    for (uint32_t i = 0; i < count; i++) vec_push(objects, x->places.data[i].object);
  }
  if (objects->count) qsort(objects->data, objects->count, sizeof *objects->data, by_number);
  for (uint32_t i = 0; i < objects->count; i++)
    if (!kept || objects->data[kept - 1] != objects->data[i]) objects->data[kept++] = objects->data[i];
  objects->count = kept;
}

/* What the call allocates, too: calloc clears it. */
static void add_allocated(struct scan *x, uint32_t ins, const access_list *own, access_list *to) {
  for (uint32_t i = 0; i < own->count; i++) {
    const struct static_location *at = &x->a->cells.data[own->data[i].cell];
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): every access is of a cell in the list
    if (at->kind == STATIC_POOL || (at->kind == STATIC_HEAP && at->index == ins))
      vec_push(to, ((struct access){ins, own->data[i].cell}));
  }
}

static void add_library_call(struct scan *x, uint32_t ins, uint32_t function) {
  const numbers *all = library_of(x, function);
  numbers objects = {0};
  argument_objects(x, ins, &objects);
  for (uint32_t i = 0; i < all->count; i++) {
    const access_list *reads = &x->own_reads[all->data[i]], *writes = &x->own_writes[all->data[i]];
    for (uint32_t k = 0; k < objects.count; k++) {
      add_object(ins, objects.data[k], reads, &x->a->reads);
      add_object(ins, objects.data[k], writes, &x->a->writes);
    }
    add_allocated(x, ins, reads, &x->a->reads);
    add_allocated(x, ins, writes, &x->a->writes);
  }
  vec_free(&objects);
}

/* ---- the program's own code ---- */

static void add_plain(struct scan *x, ask *which, uint32_t ins, access_list *to) {
  find_places(x, which, ins);
  for (uint32_t i = 0; i < x->places.count; i++)
    if (is_data(x, &x->places.data[i])) vec_push(to, ((struct access){ins, intern(x, &x->places.data[i])}));
}

static void scan_ins(struct scan *x, uint32_t ins) {
  const struct ir_program *p = x->a->p;
  enum ir_class class = ir_ops[p->ins[ins].op].class;
  if (class == IR_CLASS_MEM || class == IR_CLASS_SYNC) {
    add_plain(x, static_reads, ins, &x->a->reads);
    add_plain(x, static_writes, ins, &x->a->writes);
  }
  if (only_writes(p, ins)) add_plain(x, static_writes, ins, &x->a->writes);
  const uint32_t *callees;
  if (class != IR_CLASS_CALL || static_roles(x->a->s, ins) & STATIC_SYNCHRONISES) return;
  uint32_t count = static_callees(x->a->s, ins, &callees);
  for (uint32_t k = 0; k < count; k++)
    if (p->functions[callees[k]].flags & IR_FN_LIBRARY && p->functions[callees[k]].nins)
      add_library_call(x, ins, callees[k]);
}

/* ---- by place ---- */

static int by_cell(const void *left, const void *right) {
  const struct access *a = left, *b = right;
  if (a->cell != b->cell) return a->cell < b->cell ? -1 : 1;
  return (a->ins > b->ins) - (a->ins < b->ins);
}

static void index_reads(struct accesses *a) {
  access_list cells = {0};
  size_t bytes = ((size_t)a->reads.count + 1) * sizeof *a->by_cell;
  a->by_cell = mem_alloc(bytes);
  if (a->reads.count) memcpy(a->by_cell, a->reads.data, a->reads.count * sizeof *a->by_cell);
  qsort(a->by_cell, a->reads.count, sizeof *a->by_cell, by_cell);
  a->first_reader = mem_zalloc(((size_t)a->cells.count + 2) * sizeof *a->first_reader);
  for (uint32_t i = 0; i < a->reads.count; i++) a->first_reader[a->by_cell[i].cell + 1]++;
  for (uint32_t c = 0; c < a->cells.count; c++) {
    if (a->cells.data[c].kind == STATIC_ANYTHING) a->anything = a->cells.data[c].object;
    if (a->first_reader[c + 1]) vec_push(&cells, ((struct access){a->cells.data[c].object, c}));
    a->first_reader[c + 1] += a->first_reader[c];
  }
  sort(&cells, by_object);
  a->read_cells = cells.data;
  a->nread_cells = cells.count;
}

void accesses_find(struct accesses *a, const struct ir_program *p, const struct statics *s) {
  *a = (struct accesses){.p = p, .s = s, .anything = IR_NONE};
  size_t n = p->nfunctions + 1;
  const struct static_thread *threads;
  struct scan x = {.a = a,
                   .threads = static_threads(s, &threads) > 0,
                   .library = mem_zalloc(n * sizeof *x.library),
                   .library_known = mem_zalloc(n * sizeof *x.library_known),
                   .own_reads = mem_zalloc(n * sizeof *x.own_reads),
                   .own_writes = mem_zalloc(n * sizeof *x.own_writes)};
  vec_reserve(&x.places, 64);
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (p->functions[f].flags & IR_FN_LIBRARY) scan_library(&x, f);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    if (p->functions[f].flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = p->functions[f].first_ins; i < p->functions[f].first_ins + p->functions[f].nins; i++)
      if (static_is_live(s, i)) scan_ins(&x, i);
  }
  sort(&a->reads, by_object);
  sort(&a->writes, by_object);
  index_reads(a);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    vec_free(&x.library[f]);
    vec_free(&x.own_reads[f]);
    vec_free(&x.own_writes[f]);
  }
  free(x.library);
  free(x.library_known);
  free(x.own_reads);
  free(x.own_writes);
  vec_free(&x.places);
  map_free(&x.cell_ids);
}

void accesses_free(struct accesses *a) {
  vec_free(&a->cells);
  vec_free(&a->reads);
  vec_free(&a->writes);
  free(a->by_cell);
  free(a->first_reader);
  free(a->read_cells);
}

/* The first cell of an object among those that are read. */
static uint32_t first_cell(const struct accesses *a, uint32_t object) {
  uint32_t low = 0, high = a->nread_cells;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (a->read_cells[middle].ins < object) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* What lies at any address may lie in any object. */
void accesses_overlapping(const struct accesses *a, uint32_t cell, numbers *found) {
  const struct static_location *at = &a->cells.data[cell];
  uint32_t objects[] = {at->object, a->anything};
  if (at->kind == STATIC_ANYTHING) {
    for (uint32_t i = 0; i < a->nread_cells; i++) vec_push(found, a->read_cells[i].cell);
    return;
  }
  for (unsigned k = 0; k < 2 && objects[k] != IR_NONE; k++)
    for (uint32_t i = first_cell(a, objects[k]); i < a->nread_cells && a->read_cells[i].ins == objects[k]; i++)
      if (k || static_locations_overlap(at, &a->cells.data[a->read_cells[i].cell]))
        vec_push(found, a->read_cells[i].cell);
}
