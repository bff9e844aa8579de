/* The table of summaries: by control state, a few for each. Any of them may be dropped at any time. */
#include "summary/inside.h"

enum { MOST_PER_STATE = 32 };

uint32_t table_first(const struct table *t, struct vm_control key) {
  uint32_t entry = 0;
  if (!map_get(&t->heads, key.low, &entry)) return 0;
  return entry && t->keys.data[entry].high == key.high ? entry : 0;
}

static void entry_free(struct entry *e) {
  free(e->terms);
  free(e->blocks);
  bits_free(&e->below);
  bits_free(&e->code);
}

void table_free(struct table *t) {
  for (uint32_t i = 1; i < t->entries.count; i++) entry_free(&t->entries.data[i]);
  vec_free(&t->entries);
  vec_free(&t->keys);
  map_free(&t->heads);
}

static void add_block(struct entry *e, uint32_t block) {
  for (uint32_t i = 0; i < e->nblocks; i++)
    if (e->blocks[i] == block) return;
  e->blocks = mem_resize(e->blocks, (e->nblocks + 1) * sizeof *e->blocks);
  e->blocks[e->nblocks++] = block;
}

static struct entry entry_of(struct guide *g, const struct outcome *o, uint64_t sleep) {
  struct entry e = {.nterms = o->terms.count, .sleep = sleep};
  e.terms = mem_alloc((o->terms.count + 1) * sizeof *e.terms);
  for (uint32_t i = 0; i < o->terms.count; i++) {
    uint32_t count;
    e.terms[i] = o->terms.data[i];
    const uint32_t *support = sym_support(g->places.sym, e.terms[i], &count);
    for (uint32_t k = 0; k < count; k++) add_block(&e, support[k] / 8);
  }
  bits_copy(&e.below, &o->below);
  bits_copy(&e.code, &o->code);
  return e;
}

static bool same_terms(const struct entry *e, const struct outcome *o) {
  return e->nterms == o->terms.count && !memcmp(e->terms, o->terms.data, e->nterms * sizeof *e->terms);
}

/* The oldest of too many gives way. */
void table_add(struct guide *g, struct vm_control key, const struct outcome *o, uint64_t sleep) {
  struct table *t = &g->table;
  uint32_t first = table_first(t, key), oldest = 0, before = 0, count = 0;
  for (uint32_t i = first, previous = 0; i; previous = i, i = t->entries.data[i].next) {
    const struct entry *e = &t->entries.data[i];
    if (same_terms(e, o) && !(e->sleep & ~sleep)) return;
    oldest = i;
    before = previous;
    count++;
  }
  struct entry e = entry_of(g, o, sleep);
  g->stats.made++;
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
  e.next = first;
  vec_push(&t->entries, e);
  vec_push(&t->keys, key);
  map_put(&t->heads, key.low, t->entries.count - 1);
}
