/* Threads, and the memory they share.

   A thread is known by the instruction that creates it and its start function; it is "many" unless that instruction can
   be executed only once. An object escapes if its address can get to another thread: through a global, an argument of a
   thread, a result. It is shared if it escapes and two threads have code that may access it. */
#include "static/inside.h"
#include "static/points.h"

enum { MOST_THREADS = 62 }; /* that have a bit of their own */
static unsigned thread_bit(uint32_t thread) { return thread < MOST_THREADS ? thread + 1 : MOST_THREADS + 1; }

bool thread_executes(const struct statics *s, uint32_t thread, uint32_t function) {
  return s->executed_by[function] >> thread_bit(thread) & 1;
}

uint32_t static_threads(const struct statics *s, const struct static_thread **threads) {
  *threads = s->threads.data;
  return s->threads.count;
}

bool static_executes(const struct statics *s, uint32_t thread, uint32_t function) {
  return thread == STATIC_MAIN ? s->executed_by[function] & 1 : thread_executes(s, thread, function);
}

/* ---- threads ---- */

static void find_cycles(struct statics *s) {
  uint32_t n = s->segments.count;
  uint32_t *component = mem_alloc(((size_t)n + 1) * sizeof *component),
           *size = mem_zalloc(((size_t)n + 1) * sizeof *size);
  components_find(n, &s->flow, component);
  s->in_cycle = mem_zalloc(((size_t)n + 1) * sizeof *s->in_cycle);
  for (uint32_t i = 0; i < n; i++) size[component[i]]++;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count;
    const uint32_t *after = table_row(&s->flow, i, &count);
    s->in_cycle[i] = size[component[i]] > 1;
    for (uint32_t k = 0; k < count; k++) s->in_cycle[i] |= after[k] == i;
  }
  free(component);
  free(size);
}

/* Is the function called at most once in a run? */
bool is_called_once(const struct statics *s, uint32_t function) {
  for (unsigned depth = 0; depth < 64; depth++) {
    uint32_t count;
    const uint32_t *calls = table_row(&s->callers, function, &count);
    if (function == s->p->entry) return count == 0;
    for (uint64_t i = 0; i < s->p->nctors; i++)
      if (s->p->ctors[i] == function) return false;
    for (uint64_t i = 0; i < s->p->ndtors; i++)
      if (s->p->dtors[i] == function) return false;
    if (count != 1 || s->in_cycle[s->segment_of[calls[0]]] || is_creation(s, calls[0])) return false;
    function = s->function_of[calls[0]];
  }
  return false;
}

static void find_threads(struct statics *s) {
  for (uint32_t i = 0; i < s->points->links.count; i++) {
    struct link l = s->points->links.data[i];
    if (!is_creation(s, l.ins) || l.function == s->thread_main || s->models[l.function] == MODEL_CREATE) continue;
    bool once = !s->in_cycle[s->segment_of[l.ins]] && is_called_once(s, s->function_of[l.ins]);
    vec_push(&s->threads, ((struct static_thread){.create = l.ins, .function = l.function, .many = !once}));
  }
}

/* The functions that a thread which starts in `function` may execute. */
static void mark_executed(struct statics *s, uint32_t function, unsigned bit) {
  list todo = {0};
  uint64_t mask = (uint64_t)1 << bit;
  if (!(s->executed_by[function] & mask)) vec_push(&todo, function);
  s->executed_by[function] |= mask;
  while (todo.count) {
    uint32_t f = vec_pop(&todo), count;
    const struct ir_function *body = &s->p->functions[f];
    for (uint32_t i = body->first_ins; i < body->first_ins + body->nins; i++) {
      if (!is_live(s, i) || (s->p->ins[i].op != IR_CALL && s->p->ins[i].op != IR_ICALL)) continue;
      if (is_creation(s, i) || is_thread_start(s, i)) continue;
      const uint32_t *callees = table_row(&s->callees, i, &count);
      for (uint32_t k = 0; k < count; k++) {
        if (s->executed_by[callees[k]] & mask) continue;
        s->executed_by[callees[k]] |= mask;
        vec_push(&todo, callees[k]);
      }
    }
  }
  vec_free(&todo);
}

static void find_executed(struct statics *s) {
  const struct ir_program *p = s->p;
  s->executed_by = mem_zalloc((p->nfunctions + 1) * sizeof *s->executed_by);
  mark_executed(s, p->entry, 0);
  for (uint64_t i = 0; i < p->nctors; i++) mark_executed(s, p->ctors[i], 0);
  for (uint64_t i = 0; i < p->ndtors; i++) mark_executed(s, p->dtors[i], 0);
  uint32_t exit = ir_find_function(p, "exit");
  if (exit != IR_NONE) mark_executed(s, exit, 0);
  for (uint32_t t = 0; t < s->threads.count; t++) {
    mark_executed(s, s->threads.data[t].function, thread_bit(t));
    if (s->thread_main != IR_NONE) mark_executed(s, s->thread_main, thread_bit(t));
  }
}

/* ---- escaping objects ---- */

static void escape(struct statics *s, list *todo, uint32_t object) {
  if (s->escaped[object]) return;
  s->escaped[object] = true;
  vec_push(todo, object);
}

static void escape_all(struct statics *s, list *todo) {
  for (uint32_t o = 0; o < s->points->objects.count; o++) escape(s, todo, o);
}

static void escape_node(struct statics *s, list *todo, uint32_t node) {
  const struct location_set *set = &s->points->nodes.data[points_find(s->points, node)].set;
  for (uint32_t i = 0; i < set->count; i++) escape(s, todo, s->points->locations.data[set->items[i]].object);
}

static void find_escaped(struct statics *s) {
  struct points *x = s->points;
  list todo = {0}, locations = {0};
  s->escaped = mem_zalloc((x->objects.count + 1) * sizeof *s->escaped);
  if (s->threads.count)
    for (uint32_t o = 0; o < x->objects.count; o++)
      if (x->objects.data[o].kind == STATIC_GLOBAL) escape(s, &todo, o);
  for (uint32_t t = 0; t < s->threads.count; t++) {
    const struct ir_ins *create = &s->p->ins[s->threads.data[t].create];
    if (create->c > 3) points_of(x, s->function_of[s->threads.data[t].create], s->p->extra[create->b + 3], &locations);
  }
  for (uint32_t i = 0; i < locations.count; i++) escape(s, &todo, x->locations.data[locations.data[i]].object);
  if (s->threads.count) {
    escape_node(s, &todo, x->result);
    if (x->wild_read != IR_NONE || x->wild_write != IR_NONE) escape_all(s, &todo);
  }
  while (todo.count) {
    uint32_t object = vec_pop(&todo);
    for (uint32_t i = 0; i < x->objects.data[object].slots.count; i++)
      escape_node(s, &todo, x->objects.data[object].slots.data[i].node);
    for (uint32_t i = 0; i < x->objects.data[object].groups.count; i++)
      escape_node(s, &todo, x->objects.data[object].groups.data[i].written);
  }
  vec_free(&todo);
  vec_free(&locations);
}

void threads_find(struct statics *s) {
  find_cycles(s);
  find_threads(s);
  find_executed(s);
  find_escaped(s);
}

/* ---- shared objects ---- */

static bool by_several(const struct statics *s, uint64_t threads) {
  if (threads & (threads - 1)) return true;
  if (threads >> (MOST_THREADS + 1)) return true;
  for (uint32_t t = 0; t < s->threads.count && t < MOST_THREADS; t++)
    if (threads >> thread_bit(t) & 1 && s->threads.data[t].many) return true;
  return false;
}

static void note_accesses(const struct statics *s, const struct table *accesses, uint64_t *threads) {
  for (uint32_t i = 0; i < s->p->nins; i++) {
    uint32_t count;
    const uint32_t *cells = table_row(accesses, i, &count);
    for (uint32_t k = 0; k < count; k++)
      if (s->cells.data[cells[k]].offset != LIFE)
        threads[s->cells.data[cells[k]].object] |= s->executed_by[s->function_of[i]];
  }
}

void sharing_find(struct statics *s) {
  uint32_t n = s->points->objects.count;
  uint64_t *threads = mem_zalloc((n + 1) * sizeof *threads);
  s->shared = mem_zalloc((n + 1) * sizeof *s->shared);
  note_accesses(s, &s->reads, threads);
  note_accesses(s, &s->writes, threads);
  for (uint32_t o = 0; o < n; o++)
    s->shared[o] = s->escaped[o] && by_several(s, threads[o] | threads[s->points->anything]);
  free(threads);
}

bool static_object_is_shared(const struct statics *s, uint32_t object) { return s->shared[object]; }

static bool touches_shared(const struct statics *s, const struct table *accesses, uint32_t ins) {
  uint32_t count;
  const uint32_t *cells = table_row(accesses, ins, &count);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t object = s->cells.data[cells[k]].object;
    if (s->shared[object] || (object == s->points->anything && s->threads.count)) return true;
  }
  return false;
}

bool static_is_shared_access(const struct statics *s, uint32_t ins) {
  return touches_shared(s, &s->reads, ins) || touches_shared(s, &s->writes, ins);
}
