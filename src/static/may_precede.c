/* When instructions can be executed, as seen from the entry function: before or after each other, or at the same time.

   The entry function runs once. Each of its segments is a position; two more stand for what happens before it starts
   and after it ends. A function has the positions from which the main thread calls it, a thread those after its
   creation, up to a join that evidently joins it. An instruction may be executed before another one if a position of
   the one leads to a position of the other. Where the entry function is called again or is too large, everything may
   happen at any time. */
#include <string.h>

#include "static/inside.h"
#include "static/points.h"
#include "util/assert.h"

enum { MOST_POSITIONS = 2048 };

struct may_precede {
  bool known;        /* otherwise all is possible */
  uint32_t first, n; /* segments of the entry function; positions */
  uint32_t words;    /* of a set of positions */
  uint64_t *by_main; /* per function: set of positions at which the main thread executes it */
  uint64_t *alive;   /* per thread: set of positions at which it may run */
  uint64_t *until,
      *after;           /* per thread: the positions that lead to those, and that those lead to, themselves included */
  uint32_t *class_of;   /* per function: number of its set of positions, beyond those of single segments */
  VEC(uint64_t) at;     /* per class: its set of positions */
  VEC(uint64_t) before; /* per class: the positions it leads to */
};

static void set_bit(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << i % 64; }
static bool has_bit(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }

static bool add_all(uint64_t *to, const uint64_t *from, uint32_t words) {
  bool changed = false;
  for (uint32_t i = 0; i < words; i++) {
    changed |= (from[i] & ~to[i]) != 0;
    to[i] |= from[i];
  }
  return changed;
}

static bool meet(const uint64_t *a, const uint64_t *b, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    if (a[i] & b[i]) return true;
  return false;
}

static uint32_t beginning(const struct may_precede *x) { return x->n - 2; }
static uint32_t end(const struct may_precede *x) { return x->n - 1; }
static uint64_t *row(uint64_t *sets, const struct may_precede *x, uint32_t i) { return sets + (size_t)i * x->words; }

/* ---- the graph of positions ---- */

/* Adds what positions lead to; those in `stop` lead nowhere. */
static void close_set(const struct statics *s, const struct may_precede *x, uint64_t *set, const uint64_t *stop) {
  list todo = {0};
  for (uint32_t i = 0; i < x->n; i++)
    if (has_bit(set, i)) vec_push(&todo, i);
  while (todo.count) {
    uint32_t at = vec_pop(&todo), count = 0;
    const uint32_t *after = NULL;
    if (stop && has_bit(stop, at)) continue;
    if (at < beginning(x)) after = table_row(&s->flow, x->first + at, &count);
    for (uint32_t k = 0; k < count; k++) {
      if (has_bit(set, after[k] - x->first)) continue;
      set_bit(set, after[k] - x->first);
      vec_push(&todo, after[k] - x->first);
    }
    if (at == beginning(x) && !has_bit(set, 0)) {
      set_bit(set, 0);
      vec_push(&todo, 0);
    }
    set_bit(set, end(x)); /* from everywhere: exit() */
  }
  vec_free(&todo);
}

/* ---- the main thread ---- */

static bool is_own_call(const struct statics *s, uint32_t ins) {
  uint32_t op = s->p->ins[ins].op;
  return is_live(s, ins) && (op == IR_CALL || op == IR_ICALL) && !is_creation(s, ins) && !is_thread_start(s, ins);
}

/* Which function calls which in its own thread. */
static struct table find_calls(const struct statics *s) {
  pairs calls = {0};
  uint32_t *last = mem_zalloc((s->p->nfunctions + 1) * sizeof *last); /* per callee: 1 + the caller noted last */
  for (uint32_t i = 0; i < s->p->nins; i++) {
    uint32_t count = 0, from = s->function_of[i];
    const uint32_t *callees = is_own_call(s, i) ? table_row(&s->callees, i, &count) : NULL;
    for (uint32_t k = 0; k < count; k++) {
      if (s->models[callees[k]] != MODEL_NONE || last[callees[k]] == from + 1) continue;
      last[callees[k]] = from + 1;
      vec_push(&calls, ((struct pair){from, callees[k]}));
    }
  }
  struct table t = table_make((uint32_t)s->p->nfunctions, calls.data, calls.count);
  free(last);
  vec_free(&calls);
  return t;
}

/* What the entry function calls is called at the position of the call. */
static void call_from_entry(const struct statics *s, struct may_precede *x) {
  const struct ir_function *f = &s->p->functions[s->p->entry];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    uint32_t count = 0;
    const uint32_t *callees = is_own_call(s, i) ? table_row(&s->callees, i, &count) : NULL;
    for (uint32_t k = 0; k < count; k++)
      if (s->models[callees[k]] == MODEL_NONE) set_bit(row(x->by_main, x, callees[k]), s->segment_of[i] - x->first);
  }
}

/* Hands positions on to callees, callers first; functions that call each other have the same positions. */
static void hand_on(const struct statics *s, struct may_precede *x) {
  uint32_t n = (uint32_t)s->p->nfunctions, *component = mem_alloc(((size_t)n + 1) * sizeof *component);
  struct table calls = find_calls(s);
  uint32_t found = components_find(n, &calls, component);
  pairs members = {0};
  for (uint32_t f = 0; f < n; f++) vec_push(&members, ((struct pair){component[f], f}));
  struct table of = table_make(found, members.data, members.count);
  uint64_t *set = mem_alloc(x->words * sizeof *set);
  for (uint32_t c = found; c-- > 0;) {
    uint32_t size, callees;
    const uint32_t *all = table_row(&of, c, &size);
    memset(set, 0, x->words * sizeof *set);
    for (uint32_t i = 0; i < size; i++) add_all(set, row(x->by_main, x, all[i]), x->words);
    for (uint32_t i = 0; i < size; i++) {
      const uint32_t *to = table_row(&calls, all[i], &callees);
      add_all(row(x->by_main, x, all[i]), set, x->words);
      for (uint32_t k = 0; k < callees && all[i] != s->p->entry; k++) add_all(row(x->by_main, x, to[k]), set, x->words);
    }
  }
  free(set);
  free(component);
  table_free(&of);
  table_free(&calls);
  vec_free(&members);
}

static void find_main(struct statics *s, struct may_precede *x) {
  const struct ir_program *p = s->p;
  for (uint64_t i = 0; i < p->nctors; i++) set_bit(row(x->by_main, x, p->ctors[i]), beginning(x));
  for (uint64_t i = 0; i < p->ndtors; i++) set_bit(row(x->by_main, x, p->dtors[i]), end(x));
  uint32_t exit = ir_find_function(p, "exit");
  if (exit != IR_NONE) set_bit(row(x->by_main, x, exit), end(x));
  call_from_entry(s, x);
  hand_on(s, x);
}

/* ---- threads and their joins ---- */

/* The instruction that alone writes the place a register is loaded from, which must be one exact place. */
static uint32_t only_writer(const struct statics *s, uint32_t function, ir_value v) {
  uint32_t count;
  if (ir_is_const(v)) return IR_NONE;
  const uint32_t *loads = table_row(&s->definitions, s->p->functions[function].first_reg + (uint32_t)v, &count);
  if (count != 1 || s->p->ins[loads[0]].op != IR_LOAD) return IR_NONE;
  const uint32_t *cells = table_row(&s->reads, loads[0], &count);
  uint32_t wanted = IR_NONE, found = IR_NONE;
  for (uint32_t i = 0; i < count; i++) {
    if (s->cells.data[cells[i]].offset == LIFE) continue;
    if (wanted != IR_NONE) return IR_NONE;
    wanted = cells[i];
  }
  if (wanted == IR_NONE || s->cells.data[wanted].stride || !s->cells.data[wanted].width) return IR_NONE;
  const uint32_t *all = table_row(&s->object_cells, s->points->anything, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t writers;
    table_row(&s->writers, all[i], &writers);
    if (writers) return IR_NONE;
  }
  all = table_row(&s->object_cells, s->cells.data[wanted].object, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t n;
    const uint32_t *writers = table_row(&s->writers, all[i], &n);
    if (!cells_overlap(&s->cells.data[all[i]], &s->cells.data[wanted])) continue;
    for (uint32_t k = 0; k < n; k++) {
      if (found != IR_NONE && found != writers[k]) return IR_NONE;
      found = writers[k];
    }
  }
  return found;
}

/* One object each time the place is used: a global, or a local of the entry function. Heap objects may be several. */
static bool is_single(const struct statics *s, uint32_t create) {
  uint32_t count;
  const uint32_t *cells = table_row(&s->writes, create, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct object *o = &s->points->objects.data[s->cells.data[cells[i]].object];
    if (o->kind == STATIC_RESULT || o->kind == STATIC_GLOBAL) continue;
    if (o->kind != STATIC_STACK || s->function_of[o->index] != s->p->entry || s->in_cycle[s->segment_of[o->index]])
      return false;
  }
  return count > 0;
}

static bool is_plain_call(const struct statics *s, uint32_t ins, enum model model) {
  return s->p->ins[ins].op == IR_CALL && s->models[s->p->ins[ins].a] == model;
}

/* The positions that end in a join of this thread. */
static void find_joins(const struct statics *s, const struct may_precede *x, const struct static_thread *t,
                       uint64_t *joins) {
  const struct ir_function *f = &s->p->functions[s->p->entry];
  memset(joins, 0, x->words * sizeof *joins);
  if (t->many || s->function_of[t->create] != s->p->entry || !is_plain_call(s, t->create, MODEL_CREATE) ||
      !is_single(s, t->create))
    return;
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    if (!is_live(s, i) || !is_plain_call(s, i, MODEL_JOIN) || s->p->ins[i].c < 1) continue;
    if (only_writer(s, s->p->entry, s->p->extra[s->p->ins[i].b]) == t->create)
      set_bit(joins, s->segment_of[i] - x->first);
  }
}

/* The entry function creates a thread at the end of a segment: the thread lives in those that follow. */
static void add_following(const struct statics *s, const struct may_precede *x, uint32_t ins, uint64_t *set) {
  uint32_t count;
  const uint32_t *after = table_row(&s->flow, s->segment_of[ins], &count);
  for (uint32_t i = 0; i < count; i++) set_bit(set, after[i] - x->first);
  if (!count) set_bit(set, s->segment_of[ins] - x->first);
}

/* A thread that another thread creates may start whenever that one runs. */
static bool extend_life(const struct statics *s, struct may_precede *x, uint32_t thread, const uint64_t *joins,
                        uint64_t *scratch) {
  uint32_t creator = s->function_of[s->threads.data[thread].create];
  memset(scratch, 0, x->words * sizeof *scratch);
  if (creator == s->p->entry) add_following(s, x, s->threads.data[thread].create, scratch);
  else add_all(scratch, row(x->by_main, x, creator), x->words);
  for (uint32_t u = 0; u < s->threads.count; u++)
    if (thread_executes(s, u, creator)) add_all(scratch, row(x->alive, x, u), x->words);
  close_set(s, x, scratch, joins);
  return add_all(row(x->alive, x, thread), scratch, x->words);
}

static void find_lives(const struct statics *s, struct may_precede *x) {
  uint64_t *scratch = mem_alloc(x->words * sizeof *scratch),
           *joins = mem_alloc((s->threads.count + 1) * x->words * sizeof *joins);
  for (uint32_t t = 0; t < s->threads.count; t++) find_joins(s, x, &s->threads.data[t], row(joins, x, t));
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < s->threads.count; t++) changed |= extend_life(s, x, t, row(joins, x, t), scratch);
  }
  free(scratch);
  free(joins);
}

/* The positions that lead to one of the set: closes it against the flow. */
static void close_backwards(const struct statics *s, const struct may_precede *x, uint64_t *set) {
  list todo = {0};
  for (uint32_t i = 0; i < x->n; i++)
    if (has_bit(set, i)) vec_push(&todo, i);
  while (todo.count) {
    uint32_t at = vec_pop(&todo), count = 0;
    const uint32_t *ahead = NULL;
    if (at == end(x)) /* everything leads there */
      for (uint32_t i = 0; i < x->n; i++) set_bit(set, i);
    if (at < beginning(x)) ahead = table_row(&s->back, x->first + at, &count);
    for (uint32_t k = 0; k < count; k++) {
      if (has_bit(set, ahead[k] - x->first)) continue;
      set_bit(set, ahead[k] - x->first);
      vec_push(&todo, ahead[k] - x->first);
    }
    if (at == 0) set_bit(set, beginning(x));
  }
  vec_free(&todo);
}

/* A thread that the entry function creates does not start at the end, it only may be alive then: whether it still is
   depends on how the end was reached, so the positions that lead there do not lead to the thread. */
static void find_ranges(const struct statics *s, struct may_precede *x) {
  size_t bytes = (s->threads.count + 1) * x->words * sizeof *x->alive;
  x->until = memcpy(mem_alloc(bytes), x->alive, bytes);
  x->after = memcpy(mem_alloc(bytes), x->alive, bytes);
  for (uint32_t t = 0; t < s->threads.count; t++) {
    uint64_t *until = row(x->until, x, t);
    if (s->function_of[s->threads.data[t].create] == s->p->entry) until[end(x) / 64] &= ~((uint64_t)1 << end(x) % 64);
    close_backwards(s, x, until);
    if (has_bit(row(x->alive, x, t), end(x))) set_bit(until, end(x));
    close_set(s, x, row(x->after, x, t), NULL);
  }
}

/* ---- classes ---- */

static uint32_t add_class(const struct statics *s, struct may_precede *x, const uint64_t *set) {
  uint32_t count = x->at.count / x->words;
  for (uint32_t c = beginning(x); c < count; c++)
    if (!memcmp(row(x->at.data, x, c), set, x->words * sizeof *set)) return c;
  for (uint32_t i = 0; i < x->words; i++) {
    vec_push(&x->at, set[i]);
    vec_push(&x->before, set[i]);
  }
  close_set(s, x, row(x->before.data, x, count), NULL);
  return count;
}

static void find_classes(const struct statics *s, struct may_precede *x) {
  uint64_t *set = mem_alloc(x->words * sizeof *set);
  for (uint32_t i = 0; i < beginning(x); i++) {
    memset(set, 0, x->words * sizeof *set);
    set_bit(set, i);
    for (uint32_t k = 0; k < x->words; k++) {
      vec_push(&x->at, set[k]);
      vec_push(&x->before, set[k]);
    }
    close_set(s, x, row(x->before.data, x, i), NULL);
  }
  for (uint32_t f = 0; f < s->p->nfunctions; f++) {
    memcpy(set, row(x->by_main, x, f), x->words * sizeof *set);
    for (uint32_t t = 0; t < s->threads.count; t++)
      if (thread_executes(s, t, f)) add_all(set, row(x->alive, x, t), x->words);
    x->class_of[f] = s->reached[f] ? add_class(s, x, set) : 0;
  }
  free(set);
}

void may_precede_find(struct statics *s) {
  struct may_precede *x = s->may_precede = mem_zalloc(sizeof *x);
  uint32_t callers;
  table_row(&s->callers, s->p->entry, &callers);
  x->first = s->first_segment[s->p->entry];
  x->n = s->first_segment[s->p->entry + 1] - x->first + 2;
  x->words = x->n / 64 + 1;
  x->known = !callers && x->n > 2 && x->n <= MOST_POSITIONS;
  if (!x->known) return;
  x->by_main = mem_zalloc((s->p->nfunctions + 1) * x->words * sizeof *x->by_main);
  x->alive = mem_zalloc((s->threads.count + 1) * x->words * sizeof *x->alive);
  x->class_of = mem_zalloc((s->p->nfunctions + 1) * sizeof *x->class_of);
  find_main(s, x);
  find_lives(s, x);
  find_ranges(s, x);
  find_classes(s, x);
}

void may_precede_free(struct statics *s) {
  struct may_precede *x = s->may_precede;
  free(x->by_main);
  free(x->alive);
  free(x->until);
  free(x->after);
  free(x->class_of);
  vec_free(&x->at);
  vec_free(&x->before);
  free(x);
}

/* ---- questions ---- */

uint32_t may_precede_class(const struct statics *s, uint32_t ins) {
  const struct may_precede *x = s->may_precede;
  if (!x->known) return 0;
  return s->function_of[ins] == s->p->entry ? s->segment_of[ins] - x->first : x->class_of[s->function_of[ins]];
}

bool may_precede_ask(const struct statics *s, uint32_t earlier, uint32_t later) {
  const struct may_precede *x = s->may_precede;
  if (born_later_ask(s, earlier, later)) return false;
  if (!x->known) return true;
  bool here = s->function_of[earlier] == s->p->entry && s->segment_of[earlier] == s->segment_of[later];
  if (here && !s->in_cycle[s->segment_of[later]]) return earlier <= later;
  uint64_t *before = x->before.data, *at = x->at.data;
  return meet(row(before, x, may_precede_class(s, earlier)), row(at, x, may_precede_class(s, later)), x->words);
}

/* Two threads, or main (IR_NONE) and a thread, each at one of the instructions. */
static bool overlap(const struct statics *s, uint32_t thread, uint32_t other, uint32_t other_ins) {
  struct may_precede *x = s->may_precede;
  if (!x->known) return true;
  const uint64_t *alive = row(x->alive, x, thread);
  if (other != IR_NONE) return meet(alive, row(x->alive, x, other), x->words);
  if (s->function_of[other_ins] == s->p->entry) return has_bit(alive, s->segment_of[other_ins] - x->first);
  return meet(alive, row(x->by_main, x, s->function_of[other_ins]), x->words);
}

bool static_in_parallel(const struct statics *s, uint32_t a, uint32_t b) {
  if (!is_live(s, a) || !is_live(s, b)) return false;
  for (uint32_t t = 0; t < s->threads.count; t++) {
    bool runs_a = thread_executes(s, t, s->function_of[a]), runs_b = thread_executes(s, t, s->function_of[b]);
    if (runs_a && s->executed_by[s->function_of[b]] & 1 && overlap(s, t, IR_NONE, b)) return true;
    if (runs_b && s->executed_by[s->function_of[a]] & 1 && overlap(s, t, IR_NONE, a)) return true;
    if (runs_a && runs_b && s->threads.data[t].many) return true;
    for (uint32_t u = 0; runs_a && u < s->threads.count; u++)
      if (u != t && thread_executes(s, u, s->function_of[b]) && overlap(s, t, u, b)) return true;
  }
  return false;
}

/* Is the main thread, where it executes this instruction, at one of the positions? */
static bool main_is_in(const struct statics *s, uint32_t ins, const uint64_t *set) {
  struct may_precede *x = s->may_precede;
  if (s->function_of[ins] == s->p->entry) return has_bit(set, s->segment_of[ins] - x->first);
  return meet(row(x->by_main, x, s->function_of[ins]), set, x->words);
}

bool static_may_precede(const struct statics *s, uint32_t earlier, uint32_t thread, uint32_t later, uint32_t other) {
  ASSERT(thread == STATIC_MAIN || thread < s->threads.count);
  ASSERT(other == STATIC_MAIN || other < s->threads.count);
  struct may_precede *x = s->may_precede;
  if (!is_live(s, earlier) || !is_live(s, later) || (thread == STATIC_MAIN && other == STATIC_MAIN)) return false;
  if (!x->known) return true;
  if (thread == STATIC_MAIN) return main_is_in(s, earlier, row(x->until, x, other));
  if (other == STATIC_MAIN) return main_is_in(s, later, row(x->after, x, thread));
  return meet(row(x->after, x, thread), row(x->alive, x, other), x->words);
}
