/* Answered questions: by slice and question, with values for all variables of the slice when satisfiable; and
   contradictions (unsatisfiable cores), which answer every later question whose path contains them. Bounded: a full
   cache starts anew. */
#include <string.h>

#include "smt/inside.h"

enum { MAX_IDS = 1 << 23, MAX_VALUES = 1 << 23, MAX_CORES_TRIED = 32 };

static uint64_t key_of(const struct slice *s, sym_id condition) {
  return hash_join(s->ids.count ? hash_bytes(s->ids.data, (uint64_t)s->ids.count * sizeof(sym_id)) : 0, condition);
}

static bool is_entry(const struct cache *c, const struct cache_entry *e, const struct slice *s, sym_id condition) {
  const sym_id *ids = c->ids.data + e->ids.first;
  return e->ids.count == s->ids.count + 1 && ids[s->ids.count] == condition &&
         (!s->ids.count || !memcmp(ids, s->ids.data, s->ids.count * sizeof *ids));
}

static const struct cache_entry *lookup(const struct smt *smt, sym_id condition, uint64_t *key) {
  *key = key_of(&smt->slice, condition);
  for (uint32_t i; map_get(&smt->cache.entries, *key, &i); ++*key)
    if (is_entry(&smt->cache, &smt->cache.entry.data[i], &smt->slice, condition)) return &smt->cache.entry.data[i];
  return NULL;
}

bool cache_find(struct smt *smt, sym_id condition, enum smt_answer *answer) {
  uint64_t key;
  const struct cache_entry *e = lookup(smt, condition, &key);
  if (!e) return false;
  *answer = e->answer;
  if (e->answer != SMT_SAT) return true;
  smt->witness.count = 0;
  const struct assign *values = smt->cache.values.data + e->values.first;
  for (uint32_t i = 0; i < e->values.count; i++)
    if (smt->model.data[values[i].variable] != values[i].value) vec_push(&smt->witness, values[i]);
  return true;
}

static void empty(struct cache *c) {
  map_free(&c->entries), map_free(&c->cores);
  c->entry.count = c->core.count = c->ids.count = c->values.count = 0;
}

/* Values of the slice's variables under the model changed by the witness. */
static struct span store_values(struct smt *smt) {
  struct cache *c = &smt->cache;
  struct span span = {c->values.count, smt->slice.variables.count};
  uint32_t trail = smt->trail.count;
  uint64_t epoch = smt->model_epoch;
  for (uint32_t i = 0; i < smt->witness.count; i++)
    model_set(smt, smt->witness.data[i].variable, smt->witness.data[i].value);
  for (uint32_t i = 0; i < span.count; i++) {
    uint32_t v = smt->slice.variables.data[i];
    vec_push(&c->values, ((struct assign){v, smt->model.data[v]}));
  }
  model_undo(smt, trail);
  smt->model_epoch = epoch;
  return span;
}

void cache_add(struct smt *smt, sym_id condition, enum smt_answer answer) {
  struct cache *c = &smt->cache;
  const struct slice *s = &smt->slice;
  uint64_t key;
  if (c->ids.count > MAX_IDS || c->values.count > MAX_VALUES) empty(c);
  if (lookup(smt, condition, &key)) return;
  struct cache_entry e = {.ids = {c->ids.count, s->ids.count + 1}, .answer = answer};
  for (uint32_t i = 0; i < s->ids.count; i++) vec_push(&c->ids, s->ids.data[i]);
  vec_push(&c->ids, condition);
  if (answer == SMT_SAT) e.values = store_values(smt);
  map_put(&c->entries, key, c->entry.count);
  vec_push(&c->entry, e);
}

bool core_find(struct smt *smt, sym_id condition) {
  const struct cache *c = &smt->cache;
  uint32_t next;
  if (!map_get(&c->cores, condition, &next)) return false;
  for (unsigned tried = 0; next && tried < MAX_CORES_TRIED; tried++) {
    const struct core *core = &c->core.data[next - 1];
    uint32_t i = 0;
    while (i < core->ids.count && smt->position.data[c->ids.data[core->ids.first + i]]) i++;
    if (i == core->ids.count) return true;
    next = core->next;
  }
  return false;
}

void core_add(struct smt *smt, sym_id condition) {
  struct cache *c = &smt->cache;
  struct core core = {.ids = {c->ids.count, 0}};
  for (uint32_t i = 0; i < smt->slice.ids.count; i++)
    if (smt->in_core.data[i]) vec_push(&c->ids, smt->slice.ids.data[i]);
  core.ids.count = c->ids.count - core.ids.first;
  map_get(&c->cores, condition, &core.next);
  vec_push(&c->core, core);
  map_put(&c->cores, condition, c->core.count);
}

void cache_free(struct cache *c) {
  empty(c);
  vec_free(&c->entry), vec_free(&c->core), vec_free(&c->ids), vec_free(&c->values);
}
