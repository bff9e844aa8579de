/* Who executes two instructions, and in which order: the threads that can make a pair of them, by the names of their start functions.

   The static layer tells threads apart by creation site. Where a function of the library starts a thread on behalf of the program (C11), it
   is named after the functions that it calls. Answers are kept per pair of functions; in the entry function, where the order of creations and
   joins is known, per instruction. */
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
}

void meetings_close(struct meetings *m) {
  for (uint32_t i = 0; i < m->starts.count; i++) free(m->starts.data[i].reach);
  vec_free(&m->starts);
  vec_free(&m->all);
  vec_free(&m->names);
  map_free(&m->known);
  map_free(&m->texts);
}

/* ---- meetings ---- */

static bool executes(const struct meetings *m, const struct start *start, uint32_t function) {
  if (start->reach && !(start->reach[function / 64] >> function % 64 & 1)) return false;
  return static_executes(m->s, start->thread, function);
}

static uint32_t function_of(const struct meetings *m, uint32_t ins) {
  return (uint32_t)(ir_function_of(m->p, ins) - m->p->functions);
}

/* "main" is the first thread, whatever its function is called. Each name once, in the order of the creations. */
static const char *names_of(struct meetings *m, const bool *takes_part) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const char *separator = "";
  if (!out) return "";
  for (uint32_t i = 0; i < m->starts.count; i++) {
    const struct start *start = &m->starts.data[i];
    bool again = false;
    for (uint32_t k = 1; k < i && start->thread != STATIC_MAIN; k++)
      again |= takes_part[k] && m->starts.data[k].function == start->function;
    if (!takes_part[i] || again) continue;
    const char *name = i ? ir_text(m->p, m->p->functions[start->function].name) : "main";
    fprintf(out, "%s%s", separator, name);
    separator = ", ";
  }
  fclose(out);
  const char *kept = intern(m, text);
  free(text);
  return kept;
}

static struct meeting meet(struct meetings *m, uint32_t earlier, uint32_t later) {
  uint32_t n = m->starts.count, from = function_of(m, earlier), to = function_of(m, later);
  bool *first = mem_zalloc(n * sizeof *first), *second = mem_zalloc(n * sizeof *second), any = false;
  struct meeting found = {0};
  for (uint32_t i = 0; i < n; i++) {
    const struct start *a = &m->starts.data[i];
    if (!executes(m, a, from)) continue;
    for (uint32_t k = 0; k < n; k++) {
      const struct start *b = &m->starts.data[k];
      if ((a->thread == b->thread && !a->many) || !executes(m, b, to)) continue;
      if (!static_may_precede(m->s, earlier, a->thread, later, b->thread)) continue;
      first[i] = second[k] = any = true;
    }
  }
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
