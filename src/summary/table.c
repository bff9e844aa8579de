/* The table of summaries: by control state, a few for each. Any of them may be dropped at any time. */
#include "summary/inside.h"

enum { MOST_PER_STATE = 4096 }; /* a state of control is that of every round of a loop */

uint32_t summaries_first(const struct table *t, struct vm_control key) {
  uint32_t entry = 0;
  if (!map_get(&t->heads, key.low, &entry)) return 0;
  return entry && t->keys.data[entry].high == key.high ? entry : 0;
}

static void entry_free(struct entry *e) {
  free(e->before);
  free(e->terms);
  bits_free(&e->below);
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

static struct entry entry_of(const struct outcome *o, const struct extent *x) {
  const uint64_t MOST_WEIGHT = 1 << 20, MOST_WORK = (uint64_t)1 << 40; /* they multiply from one summary to the next */
  struct entry e = {.nterms = o->terms.count, .sleep = x->sleep, .tried = x->tried};
  e.weight = x->weight < MOST_WEIGHT ? x->weight : MOST_WEIGHT;
  e.work = x->work < MOST_WORK ? x->work : MOST_WORK;
  e.terms = mem_alloc((o->terms.count + 1) * sizeof *e.terms);
  memcpy(e.terms, o->terms.data, o->terms.count * sizeof *e.terms);
  bits_copy(&e.below, &o->below);
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

/* The oldest of too many gives way. */
void summaries_add(struct summary_engine *g, struct vm_control key, const struct outcome *o, const struct extent *x) {
  ASSERT(o->ok && !(x->sleep & x->tried));
  struct table *t = &g->table;
  uint32_t first = summaries_first(t, key), oldest = 0, before = 0, count = 0;
  for (uint32_t i = first, previous = 0; i; previous = i, i = t->entries.data[i].next) {
    const struct entry *e = &t->entries.data[i];
    if (same_terms(e, o) && !(e->sleep & ~x->sleep)) return;
    oldest = i;
    before = previous;
    count++;
  }
  struct entry e = entry_of(o, x);
  e.loaded = g->loading;
  e.serial = ++g->stats.made;
  e.made_after = g->runs;
  if (count >= MOST_PER_STATE) {
    g->stats.dropped++;
    t->entries.data[before].next = 0;
    entry_free(&t->entries.data[oldest]);
    e.next = first;
    t->entries.data[oldest] = e;
    map_put(&t->heads, key.low, oldest);
    return;
  }
  if (!t->entries.count) {
    vec_push(&t->entries, (struct entry){0});
    vec_push(&t->keys, (struct vm_control){0});
  }
  if (is_full(g)) {
    uint32_t number = evict(g);
    e.next = summaries_first(t, key);
    t->entries.data[number] = e;
    t->keys.data[number] = key;
    map_put(&t->heads, key.low, number);
    return;
  }
  e.next = first;
  vec_push(&t->entries, e);
  vec_push(&t->keys, key);
  map_put(&t->heads, key.low, t->entries.count - 1);
}
