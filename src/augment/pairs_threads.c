/* Who executes two instructions, and in which order: the threads that can make a pair of them, by the names of their
   start functions.

   The static layer tells threads apart by creation site. Where a function of the library starts a thread on behalf of
   the program (C11), it is named after the functions that it calls. Answers are kept per pair of functions; in the
   entry function, where the order of creations and joins is known, per instruction. */
#include <stdio.h>
#include <string.h>

#include "augment/pairs_inside.h"

static const char *intern(struct meetings *m, const char *text) {
  uint64_t key = hash_bytes(text, strlen(text));
  uint32_t id;
  for (; map_get(&m->texts, key, &id); key = hash_mix(key + 1))
    if (!strcmp(m->names.data[id], text)) return m->names.data[id];
  char *copy = arena_alloc(m->memory, strlen(text) + 1);
  map_put(&m->texts, key, m->names.count);
  vec_push(&m->names, strcpy(copy, text));
  return copy;
}

/* ---- threads by the program's own start functions ---- */

static void add_reached(const struct meetings *m, uint32_t function, uint64_t *set) {
  numbers todo = {0};
  vec_push(&todo, function);
  set[function / 64] |= (uint64_t)1 << function % 64;
  while (todo.count) {
    const struct ir_function *f = &m->p->functions[vec_pop(&todo)];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      const uint32_t *callees;
      if (ir_ops[m->p->ins[i].op].class != IR_CLASS_CALL || !static_is_live(m->s, i)) continue;
      uint32_t count = static_callees(m->s, i, &callees);
      for (uint32_t k = 0; k < count; k++) {
        if (set[callees[k] / 64] >> callees[k] % 64 & 1) continue;
        set[callees[k] / 64] |= (uint64_t)1 << callees[k] % 64;
        vec_push(&todo, callees[k]);
      }
    }
  }
  vec_free(&todo);
}

static void add_start(struct meetings *m, uint32_t thread, uint32_t function, bool many) {
  vec_push(&m->starts, ((struct start){.thread = thread, .function = function, .many = many}));
}

/* The functions of the program that a start function of the library calls. */
static void add_called(struct meetings *m, uint32_t thread, const struct static_thread *t) {
  const struct ir_function *f = &m->p->functions[t->function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const uint32_t *callees;
    if (m->p->ins[i].op != IR_ICALL || !static_is_live(m->s, i)) continue;
    uint32_t count = static_callees(m->s, i, &callees);
    for (uint32_t k = 0; k < count; k++) {
      if (m->p->functions[callees[k]].flags & IR_FN_LIBRARY) continue;
      add_start(m, thread, callees[k], t->many);
      struct start *start = &vec_last(&m->starts);
      start->reach = mem_zalloc((m->p->nfunctions / 64 + 1) * sizeof *start->reach);
      add_reached(m, callees[k], start->reach);
    }
  }
}

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void add(uint64_t *set, uint32_t i) { set[i / 64] |= (uint64_t)1 << i % 64; }
static uint64_t *row(uint64_t *sets, const struct meetings *m, uint32_t i) { return sets + (size_t)i * m->words; }

static bool executes(const struct meetings *m, const struct start *start, uint32_t function) {
  if (start->reach && !has(start->reach, function)) return false;
  return static_executes(m->s, start->thread, function);
}

/* Of two threads beside the first one, what they execute does not matter: they are alive at the same time or not. */
static void find_order(struct meetings *m) {
  uint32_t n = m->starts.count;
  m->words = n / 64 + 1;
  m->executed_by = mem_zalloc((m->p->nfunctions + 1) * m->words * sizeof *m->executed_by);
  m->before = mem_zalloc(((size_t)n + 1) * m->words * sizeof *m->before);
  for (uint32_t f = 0; f < m->p->nfunctions; f++)
    for (uint32_t i = 0; i < n && m->p->functions[f].nins; i++)
      if (executes(m, &m->starts.data[i], f)) add(row(m->executed_by, m, f), i);
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = 1; k < n; k++) {
      const struct start *a = &m->starts.data[i], *b = &m->starts.data[k];
      uint32_t x = m->p->functions[a->function].first_ins, y = m->p->functions[b->function].first_ins;
      if (a->thread == b->thread && !a->many) continue;
      if (static_may_precede(m->s, x, a->thread, y, b->thread)) add(row(m->before, m, i), k);
    }
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = 1; k < i; k++)
      if (m->starts.data[k].function == m->starts.data[i].function) m->starts.data[i].same = k;
}

void meetings_open(struct meetings *m, const struct ir_program *p, const struct statics *s, struct arena *memory) {
  *m = (struct meetings){.p = p, .s = s, .memory = memory};
  const struct static_thread *threads;
  uint32_t count = static_threads(s, &threads);
  add_start(m, STATIC_MAIN, p->entry, false);
  for (uint32_t t = 0; t < count; t++) {
    uint32_t before = m->starts.count;
    if (p->functions[threads[t].function].flags & IR_FN_LIBRARY) add_called(m, t, &threads[t]);
    if (m->starts.count == before) add_start(m, t, threads[t].function, threads[t].many);
  }
  find_order(m);
}

void meetings_close(struct meetings *m) {
  for (uint32_t i = 0; i < m->starts.count; i++) free(m->starts.data[i].reach);
  free(m->executed_by);
  free(m->before);
  vec_free(&m->starts);
  vec_free(&m->all);
  vec_free(&m->names);
  map_free(&m->known);
  map_free(&m->texts);
}

/* ---- meetings ---- */

static uint32_t function_of(const struct meetings *m, uint32_t ins) {
  return (uint32_t)(ir_function_of(m->p, ins) - m->p->functions);
}

/* "main" is the first thread, whatever its function is called. Each name once, in the order of the creations. */
static const char *names_of(struct meetings *m, const uint64_t *takes_part) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const char *separator = "";
  if (!out) return "";
  for (uint32_t i = 0; i < m->starts.count; i++) {
    const struct start *start = &m->starts.data[i];
    bool again = false;
    for (uint32_t k = start->same; k && !again; k = m->starts.data[k].same) again = has(takes_part, k);
    if (!has(takes_part, i) || again) continue;
    fprintf(out, "%s%s", separator, i ? ir_text(m->p, m->p->functions[start->function].name) : "main");
    separator = ", ";
  }
  fclose(out);
  const char *kept = intern(m, text);
  free(text);
  return kept;
}

/* The threads of `later` that thread i may come before at `earlier`, as bits; false: none. */
static bool followers(struct meetings *m, uint32_t i, uint32_t earlier, uint32_t later, const uint64_t *able,
                      uint64_t *found) {
  uint32_t thread = m->starts.data[i].thread;
  bool any = false;
  for (uint32_t w = 0; i && w < m->words; w++) {
    uint64_t more = row(m->before, m, i)[w] & able[w];
    found[w] |= more;
    any |= more != 0;
  }
  if (i && has(able, 0) && static_may_precede(m->s, earlier, thread, later, STATIC_MAIN)) add(found, 0), any = true;
  for (uint32_t k = 1; !i && k < m->starts.count; k++)
    if (has(able, k) && static_may_precede(m->s, earlier, thread, later, m->starts.data[k].thread))
      add(found, k), any = true;
  return any;
}

static struct meeting meet(struct meetings *m, uint32_t earlier, uint32_t later) {
  const uint64_t *from = row(m->executed_by, m, function_of(m, earlier)),
                 *to = row(m->executed_by, m, function_of(m, later));
  uint64_t *first = mem_zalloc(m->words * sizeof *first), *second = mem_zalloc(m->words * sizeof *second);
  struct meeting found = {0};
  bool any = false;
  for (uint32_t i = 0; i < m->starts.count; i++)
    if (has(from, i) && followers(m, i, earlier, later, to, second)) add(first, i), any = true;
  if (any)
    found = (struct meeting){.first = names_of(m, first),
                             .second = names_of(m, second),
                             .parallel = static_in_parallel(m->s, earlier, later)};
  free(first);
  free(second);
  return found;
}

/* Instructions of one function other than the entry are executed at the same times. */
static uint64_t time_of(const struct meetings *m, uint32_t ins) {
  uint32_t function = function_of(m, ins);
  return function == m->p->entry ? m->p->nfunctions + ins : function;
}

struct meeting meetings_find(struct meetings *m, uint32_t earlier, uint32_t later) {
  uint64_t key = time_of(m, earlier) << 32 | time_of(m, later);
  uint32_t id;
  if (map_get(&m->known, key, &id)) return m->all.data[id];
  map_put(&m->known, key, m->all.count);
  vec_push(&m->all, meet(m, earlier, later));
  return vec_last(&m->all);
}
