/* The summaries' verifier: a summary says nothing wrong about what it was made from.

   Input: what is about to be kept, in the state of its point; the table. Output: NULL, or the rule that is broken. A
   condition that is false in the state it was made from was made wrongly, and may cut where it must not. */
#include <stdio.h>

#include "summary/inside.h"

/* Which condition it is, and what its places hold. */
static void show_refuted(struct summary_engine *g, sym_id term) {
  uint32_t count;
  const uint32_t *support = sym_support(g->places.sym, term, &count);
  fprintf(stderr, "heddle: refuted: ");
  sym_print(g->places.sym, term, 60, stderr);
  for (uint32_t i = 0; i < count; i++) {
    const struct block *b = &g->places.blocks.data[support[i] / 8];
    fprintf(stderr, "%s%u.%u: %016llx holds %u", i ? ", " : "; ", support[i] / 8, support[i] % 8,
            (unsigned long long)b->place, b->contents.bytes[support[i] % 8]);
  }
  fputc('\n', stderr);
}

/* With targets a branch into a failure that nobody looks for is passed by (vm/irrelevant.c). That it went the other way
   is demanded although the state contradicts it: such a summary holds nowhere, or where the run is a real one. */
const char *summary_verify_made(struct summary_engine *g, const struct outcome *made) {
  struct summary_stats stats = g->stats;
  bool refuted = false;
  if (g->options->goal.targets) return NULL;
  g->visit++;
  for (uint32_t i = 0; made->ok && i < made->terms.count && !refuted; i++)
    if ((refuted = check_is_refuted(g, made->terms.data[i]))) show_refuted(g, made->terms.data[i]);
  g->visit++;
  g->stats = stats; /* nobody has asked for it */
  return refuted ? "a summary's condition can hold in the state it was made from" : NULL;
}

/* The newest summaries of the newest key: a whole table would be walked for each new one. */
const char *summary_verify_table(const struct table *t) {
  enum { MOST = 64 };
  if (t->keys.count != t->entries.count) return "every summary has a key";
  if (t->entries.count < 2) return NULL;
  struct vm_control key = vec_last(&t->keys);
  uint32_t i = summaries_first(t, key);
  for (uint32_t steps = 0; i && steps < MOST; steps++, i = t->entries.data[i].next) {
    if (i >= t->entries.count) return "a chain of summaries lies in the table";
    if (t->keys.data[i].low != key.low || t->keys.data[i].high != key.high) return "a chain is about one control state";
    if (t->entries.data[i].next == i) return "a chain of summaries ends";
  }
  return NULL;
}
