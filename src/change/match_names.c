/* Matches by name: functions and globals that are called the same in both versions.

   LLVM makes equal names of different files (static functions) or scopes (static locals) differ by a number at the end,
   which depends on what else is in the program: such symbols are told apart by the file they are in, then by their
   order. Literals have no name that means anything; those with the same contents are matches if there is one of them
   on either side. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/map.h"
#include "util/vec.h"

/* A symbol to find a match for, as the lists of names see it. */
struct named {
  uint64_t key;
  uint32_t index;
};
typedef VEC(struct named) named_list;

uint32_t match_base_length(const char *name) {
  size_t n = strlen(name), end = n;
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
  return (uint32_t)(end < n && end > 1 && name[end - 1] == '.' ? end - 1 : n);
}

static uint64_t base_key(const struct ir_program *p, uint32_t name) {
  const char *text = ir_text(p, name);
  return hash_bytes(text, match_base_length(text));
}

/* The last part of the path: versions usually lie in different folders. */
static uint64_t file_key(const struct ir_program *p, uint32_t loc) {
  const char *file = ir_text(p, p->locs[loc].file), *slash = strrchr(file, '/');
  if (slash) file = slash + 1;
  return hash_bytes(file, strlen(file));
}

enum by { BY_FILE, BY_NAME, BY_CONTENTS };

static void list_functions(const struct match *m, int s, enum by by, named_list *list) {
  const struct ir_program *p = m->p[s];
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (m->side[s]->function[f] != IR_NONE) continue;
    uint64_t key = hash_join(base_key(p, function->name), function->flags & IR_FN_LIBRARY);
    if (by == BY_FILE) key = hash_join(key, file_key(p, function->loc));
    vec_push(list, ((struct named){key, f}));
  }
}

static void list_globals(const struct match *m, int s, enum by by, named_list *list) {
  const struct ir_program *p = m->p[s];
  for (uint32_t g = 0; g < p->nglobals; g++) {
    const struct ir_global *global = &p->globals[g];
    if (m->side[s]->global[g] != IR_NONE || m->literal[s][g] != (by == BY_CONTENTS)) continue;
    uint64_t key = by == BY_CONTENTS ? m->contents[s][g] : base_key(p, global->name);
    key = hash_join(key, global->flags & IR_GLOBAL_LIBRARY);
    if (by == BY_FILE) key = hash_join(key, file_key(p, global->loc));
    vec_push(list, ((struct named){key, g}));
  }
}

static int by_key(const void *a, const void *b) {
  const struct named *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static uint32_t run_length(const named_list *list, uint32_t at) {
  uint32_t n = 1;
  while (at + n < list->count && list->data[at + n].key == list->data[at].key) n++;
  return n;
}

/* Pairs symbols of equal keys where both sides have equally many of them, at most `most`. */
static void pair_lists(named_list *old, named_list *new, uint32_t most, uint32_t *to, uint32_t *from) {
  if (!old->count || !new->count) return;
  qsort(old->data, old->count, sizeof *old->data, by_key);
  qsort(new->data, new->count, sizeof *new->data, by_key);
  for (uint32_t i = 0, j = 0; i < old->count && j < new->count;) {
    uint32_t n = run_length(old, i), k = run_length(new, j);
    if (old->data[i].key < new->data[j].key) i += n;
    else if (old->data[i].key > new->data[j].key) j += k;
    else {
      if (n == k && n <= most)
        for (uint32_t e = 0; e < n; e++) match_pair(to, from, old->data[i + e].index, new->data[j + e].index);
      i += n;
      j += k;
    }
  }
}

typedef void lister(const struct match *m, int s, enum by by, named_list *list);

static void pair_all(struct match *m, lister *fill, enum by by, uint32_t most, uint32_t *to, uint32_t *from) {
  named_list old = {0}, new = {0};
  fill(m, OLD, by, &old);
  fill(m, NEW, by, &new);
  pair_lists(&old, &new, most, to, from);
  vec_free(&old);
  vec_free(&new);
}

void match_names(struct match *m) {
  uint32_t *function = m->side[OLD]->function, *function_back = m->side[NEW]->function;
  uint32_t *global = m->side[OLD]->global, *global_back = m->side[NEW]->global;
  pair_all(m, list_functions, BY_FILE, 1, function, function_back);
  pair_all(m, list_functions, BY_NAME, UINT32_MAX, function, function_back);
  pair_all(m, list_globals, BY_CONTENTS, 1, global, global_back);
  pair_all(m, list_globals, BY_FILE, 1, global, global_back);
  pair_all(m, list_globals, BY_NAME, UINT32_MAX, global, global_back);
}
