/* Order by creation in threads other than the main one: what a thread does before it creates another one comes before
   everything that the other one does.

   That holds for a function that is executed once: the start function of one thread, of which there is one, called from
   nowhere else. If an instruction of it cannot be reached from the creation, it was executed before the creation, or
   never is. Threads that the created one creates are younger still. */
#include "static/inside.h"

struct born_later {
  bool *once;         /* per function: executed once, and creates threads */
  bool *young;        /* per function: only threads execute it that such a function creates, or their descendants */
  struct map reaches; /* creation and segment: can it come after the creation? 1 no, 2 yes */
  bool any;
};

static bool is_once(const struct statics *s, uint32_t function) {
  uint32_t count, threads = 0, creations = 0;
  const uint32_t *callers = table_row(&s->callers, function, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (is_creation(s, callers[i])) creations++;
    else if (!is_thread_start(s, callers[i])) return false;
  }
  for (uint32_t t = 0; t < s->threads.count; t++) {
    if (!thread_executes(s, t, function)) continue;
    if (s->threads.data[t].many || s->threads.data[t].function != function) return false;
    threads++;
  }
  return threads == 1 && creations == 1 && !(s->executed_by[function] & 1);
}

static bool reaches(const struct statics *s, uint32_t create, uint32_t segment) {
  struct born_later *x = s->born_later;
  uint64_t key = (uint64_t)create << 32 | segment;
  uint32_t known, count, seen = 0;
  if (map_get(&x->reaches, key, &known)) return known == 2;
  list todo = {0};
  vec_push(&todo, s->segment_of[create]);
  bool found = false;
  while (seen < todo.count && !found) {
    const uint32_t *after = table_row(&s->flow, todo.data[seen++], &count);
    for (uint32_t i = 0; i < count && !found; i++) {
      bool new = true;
      found = after[i] == segment;
      for (uint32_t k = 0; k < todo.count && new; k++) new = todo.data[k] != after[i];
      if (new) vec_push(&todo, after[i]);
    }
  }
  vec_free(&todo);
  map_put(&x->reaches, key, found ? 2 : 1);
  return found;
}

/* Was this thread, or one that it descends from, created after the instruction was executed for the last time? */
static bool born_after(const struct statics *s, uint32_t thread, uint32_t ins, unsigned deep) {
  uint32_t create = s->threads.data[thread].create, creator = s->function_of[create];
  if (creator == s->function_of[ins]) return !reaches(s, create, s->segment_of[ins]);
  if (!deep || s->executed_by[creator] & 1) return false;
  bool any = false;
  for (uint32_t t = 0; t < s->threads.count; t++) {
    if (!thread_executes(s, t, creator)) continue;
    if (!born_after(s, t, ins, deep - 1)) return false;
    any = true;
  }
  return any;
}

bool born_later_ask(const struct statics *s, uint32_t earlier, uint32_t later) {
  enum { GENERATIONS = 6 };
  const struct born_later *x = s->born_later;
  uint32_t function = s->function_of[earlier];
  if (!x->any || !x->once[s->function_of[later]] || !x->young[function]) return false;
  if (s->segment_of[later] == IR_NONE || s->segment_of[earlier] == IR_NONE) return false;
  for (uint32_t t = 0; t < s->threads.count; t++)
    if (thread_executes(s, t, function) && !born_after(s, t, later, GENERATIONS)) return false;
  return true;
}

/* In a segment that the entry function executes once, each instruction has an order of its own. */
static bool is_at_its_place(const struct statics *s, uint32_t ins) {
  return s->function_of[ins] == s->p->entry && s->segment_of[ins] != IR_NONE && !s->in_cycle[s->segment_of[ins]];
}

uint32_t may_precede_key(const struct statics *s, uint32_t ins) {
  enum { PLACE = 1 << 28, SEGMENT = 1 << 29, FUNCTION = 1 << 30 };
  if (is_at_its_place(s, ins)) return PLACE | ins;
  const struct born_later *x = s->born_later;
  uint32_t function = s->function_of[ins], class = may_precede_class(s, ins);
  if (!x->any || s->segment_of[ins] == IR_NONE) return class;
  if (x->once[function]) return SEGMENT | s->segment_of[ins];
  return x->young[function] ? FUNCTION | function : class;
}

void born_later_find(struct statics *s) {
  struct born_later *x = s->born_later = mem_zalloc(sizeof *x);
  x->once = mem_zalloc((s->p->nfunctions + 1) * sizeof *x->once);
  x->young = mem_zalloc((s->p->nfunctions + 1) * sizeof *x->young);
  for (uint32_t t = 0; t < s->threads.count; t++) {
    uint32_t creator = s->function_of[s->threads.data[t].create];
    if (!x->once[creator]) x->once[creator] = is_once(s, creator);
    x->any |= x->once[creator];
  }
  for (uint32_t f = 0; x->any && f < s->p->nfunctions; f++) {
    for (uint32_t t = 0; t < s->threads.count; t++)
      if (thread_executes(s, t, f) && !(s->executed_by[s->function_of[s->threads.data[t].create]] & 1))
        x->young[f] = true;
    if (s->executed_by[f] & 1) x->young[f] = false;
  }
}

void born_later_free(struct statics *s) {
  if (!s->born_later) return;
  map_free(&s->born_later->reaches);
  free(s->born_later->once);
  free(s->born_later->young);
  free(s->born_later);
}
