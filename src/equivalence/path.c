/* Paths: made once for each way through a region, copied where the way parts. */
#include <string.h>

#include "equivalence/inside.h"

#define COPY(to, from, list)                                                                                           \
  do {                                                                                                                 \
    (to)->list.data = NULL;                                                                                            \
    (to)->list.count = (to)->list.capacity = 0;                                                                        \
    vec_reserve(&(to)->list, (from)->list.count + 8);                                                                  \
    if ((from)->list.count && (to)->list.data)                                                                         \
      memcpy((to)->list.data, (from)->list.data, (from)->list.count * sizeof *(to)->list.data);                        \
    (to)->list.count = (from)->list.count;                                                                             \
  } while (0)

struct path *path_copy(const struct path *from) {
  struct path *to = mem_alloc(sizeof *to);
  *to = *from;
  COPY(to, from, frames);
  COPY(to, from, regs);
  COPY(to, from, conditions);
  COPY(to, from, events);
  COPY(to, from, accesses);
  COPY(to, from, terms);
  COPY(to, from, stores);
  COPY(to, from, valid);
  return to;
}

void path_free(struct path *path) {
  vec_free(&path->frames);
  vec_free(&path->regs);
  vec_free(&path->conditions);
  vec_free(&path->events);
  vec_free(&path->accesses);
  vec_free(&path->terms);
  vec_free(&path->stores);
  vec_free(&path->valid);
  free(path);
}

void path_assume(struct work *w, struct path *path, sym_id condition) {
  if (sym_is_true(w->sym, condition)) return;
  path->all = sym_binary(w->sym, SYM_AND, path->all, condition);
  vec_push(&path->conditions, ((struct condition){condition, path->events.count}));
}
