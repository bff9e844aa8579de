/* Sets of locks, each different one once: equal sets have equal numbers, in both versions. */
#include <string.h>

#include "augment/locksets_inside.h"

static int compare(const void *left, const void *right) {
  lock a = *(const lock *)left, b = *(const lock *)right;
  return (a > b) - (a < b);
}

uint32_t sets_intern(struct sets *sets, lock_list *list) {
  uint32_t kept = 0, id;
  if (!sets->all.count) vec_push(&sets->all, ((lock_list){0})); /* the empty one is number 0 */
  if (list->count) qsort(list->data, list->count, sizeof *list->data, compare);
  for (uint32_t i = 0; i < list->count; i++)
    if (!kept || list->data[kept - 1] != list->data[i]) list->data[kept++] = list->data[i];
  list->count = kept;
  if (!kept) return 0;
  size_t bytes = kept * sizeof *list->data;
  uint64_t key = hash_bytes(list->data, bytes);
  for (; map_get(&sets->ids, key, &id); key = hash_mix(key + 1))
    if (sets->all.data[id].count == kept && !memcmp(sets->all.data[id].data, list->data, bytes)) return id;
  lock_list copy = {0};
  vec_reserve(&copy, kept);
  memcpy(copy.data, list->data, bytes);
  copy.count = kept;
  map_put(&sets->ids, key, sets->all.count);
  vec_push(&sets->all, copy);
  return sets->all.count - 1;
}

bool sets_has(const struct sets *sets, uint32_t set, lock l) {
  const lock_list *all = &sets->all.data[set];
  for (uint32_t i = 0; i < all->count; i++)
    if (all->data[i] == l) return true;
  return false;
}

uint32_t sets_with(struct sets *sets, uint32_t set, lock l) {
  lock_list list = {0};
  if (sets_has(sets, set, l)) return set;
  for (uint32_t i = 0; i < sets->all.data[set].count; i++) vec_push(&list, sets->all.data[set].data[i]);
  vec_push(&list, l);
  uint32_t id = sets_intern(sets, &list);
  vec_free(&list);
  return id;
}

uint32_t sets_meet(struct sets *sets, uint32_t a, uint32_t b) {
  lock_list list = {0};
  if (a == b) return a;
  for (uint32_t i = 0; i < sets->all.data[a].count; i++)
    if (sets_has(sets, b, sets->all.data[a].data[i])) vec_push(&list, sets->all.data[a].data[i]);
  uint32_t id = sets_intern(sets, &list);
  vec_free(&list);
  return id;
}

void sets_free(struct sets *sets) {
  for (uint32_t i = 0; i < sets->all.count; i++) vec_free(&sets->all.data[i]);
  vec_free(&sets->all);
  map_free(&sets->ids);
}
