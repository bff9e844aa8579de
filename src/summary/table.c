/* The table of summaries: by control state, a few for each. Any of them may be dropped at any time. */
#include "summary/inside.h"

enum { MOST_PER_STATE = 4096 }; /* a state of control is that of every round of a loop */

uint32_t summaries_first(const struct table *t, struct vm_control key) {
  uint32_t entry = 0;
  if (!map_get(&t->heads, key.low, &entry)) return 0;
  return entry && t->keys.data[entry].high == key.high ? entry : 0;
}

static void entry_free(struct entry *e) {
  free(e->terms);
  bits_free(&e->code);
  bits_free(&e->reads);
}

void summaries_free(struct table *t) {
  for (uint32_t i = 1; i < t->entries.count; i++) entry_free(&t->entries.data[i]);
  vec_free(&t->entries);
  vec_free(&t->keys);
  map_free(&t->heads);
  t->oldest = 0;
}

static struct entry entry_of(const struct outcome *o) {
  struct entry e = {.nterms = o->terms.count, .below = o->below};
  e.terms = mem_alloc((o->terms.count + 1) * sizeof *e.terms);
  memcpy(e.terms, o->terms.data, o->terms.count * sizeof *e.terms);
  bits_copy(&e.code, &o->code);
  bits_copy(&e.reads, &o->reads);
  return e;
}

static bool same_terms(const struct entry *e, const struct outcome *o) {
  return e->nterms == o->terms.count && !memcmp(e->terms, o->terms.data, e->nterms * sizeof *e->terms);
}

/* A full table: the oldest summary of all gives its number to the new one. Summaries of a control state whose hash was
   taken over by another one are in no chain. */
static uint32_t evict(struct summary_engine *g) {
  struct table *t = &g->table;
  uint32_t number = t->oldest + 1 < t->entries.count ? t->oldest + 1 : 1, i = 0;
  t->oldest = number;
  g->stats.dropped++;
  map_get(&t->heads, t->keys.data[number].low, &i);
  if (i == number) map_put(&t->heads, t->keys.data[number].low, t->entries.data[number].next);
  else {
    while (i && t->entries.data[i].next != number) i = t->entries.data[i].next;
    if (i) t->entries.data[i].next = t->entries.data[number].next;
  }
  entry_free(&t->entries.data[number]);
  return number;
}

static bool is_full(const struct summary_engine *g) {
  return g->options->config.max_summaries && g->table.entries.count > g->options->config.max_summaries;
}

uint32_t summaries_add(struct summary_engine *g, struct vm_control key, const struct outcome *o) {
  ASSERT(o->ok);
  struct table *t = &g->table;
  uint32_t first = summaries_first(t, key), count = 0;
  for (uint32_t i = first; i; i = t->entries.data[i].next, count++)
    if (same_terms(&t->entries.data[i], o)) return i;
  if (count >= MOST_PER_STATE) return 0;
  struct entry e = entry_of(o);
  e.loaded = g->loading;
  e.serial = ++g->stats.made;
  e.made_after = g->runs;
  if (!t->entries.count) {
    vec_push(&t->entries, (struct entry){0});
    vec_push(&t->keys, (struct vm_control){0});
  }
  uint32_t number = t->entries.count;
  if (is_full(g)) number = evict(g);
  else {
    vec_push(&t->entries, (struct entry){0});
    vec_push(&t->keys, key);
  }
  e.next = summaries_first(t, key);
  t->entries.data[number] = e;
  t->keys.data[number] = key;
  map_put(&t->heads, key.low, number);
  return number;
}
