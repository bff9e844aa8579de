/* The table of summaries as text, for --dump=summaries: of each its control state, its condition and its footprint.

   Input: the engine at the end of an exploration. Output: lines in the order in which summaries were made. Conditions
   are over the places that they speak of, named by their number; the blocks that are used are listed first. */
#include "summary/inside.h"

#include <stdio.h>

enum { MOST_SHOWN = 60 }; /* nodes of a condition */

static void dump_block(const struct block *b, uint32_t number, FILE *out) {
  static const char *const kinds[] = {[VM_LOCATION_WORD] = "word",
                                      [VM_LOCATION_REGISTER] = "register",
                                      [VM_LOCATION_OBJECT] = "object",
                                      [VM_LOCATION_RESULT] = "result"};
  uint64_t name = b->place & (((uint64_t)1 << VM_LOCATION_SHIFT) - 1);
  if (b->input) fprintf(out, "place %u: input bytes from %llu on\n", number, (unsigned long long)b->place);
  else if (vm_location_kind(b->place) == VM_LOCATION_WORD)
    fprintf(out, "place %u: word at 0x%llx\n", number, (unsigned long long)name << 3);
  else
    fprintf(out, "place %u: %s %llu.%llu\n", number, kinds[vm_location_kind(b->place)],
            (unsigned long long)(name >> 32), (unsigned long long)(name & UINT32_MAX));
}

static void dump_range(const struct vm_range *range, FILE *out) {
  if (!range->size) return;
  fprintf(out, " %s 0x%llx+%llu", range->write ? "writes" : "reads", (unsigned long long)range->address,
          (unsigned long long)range->size);
}

struct dump {
  const struct summary_engine *g;
  FILE *out;
};

static bool dump_access(void *context, const struct footprint_access *a) {
  const struct dump *d = context;
  fprintf(d->out, "  below: %s", vm_name_of_thread(d->g->vm, a->thread));
  dump_range(&a->op.range[0], d->out);
  dump_range(&a->op.range[1], d->out);
  fprintf(d->out, "%s\n", a->op.everything ? " everything" : "");
  return false;
}

static uint32_t bits_count(const struct bits *b) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->count; i++) count += (uint32_t)__builtin_popcountll(b->words[i]);
  return count;
}

static void dump_entry(struct summary_engine *g, const struct entry *e, struct vm_control key, FILE *out) {
  fprintf(out, "summary %llu: control %016llx%016llx, made after %llu runs%s\n", (unsigned long long)e->serial,
          (unsigned long long)key.high, (unsigned long long)key.low, (unsigned long long)e->made_after,
          e->loaded ? ", loaded" : "");
  for (uint32_t i = 0; i < e->nterms; i++) {
    fprintf(out, "  if ");
    sym_print(g->places.sym, e->terms[i], MOST_SHOWN, out);
    fputc('\n', out);
  }
  footprint_any(stateful_footprints(g->stateful), e->below, dump_access, &(struct dump){g, out});
  fprintf(out, "  code: %u blocks\n", bits_count(&e->code));
}

/* Numbers are given anew when the table is full, so that the order in it is not that of making. */
static const struct entry *next_made(const struct table *t, uint64_t after) {
  const struct entry *next = NULL;
  for (uint32_t i = 1; i < t->entries.count; i++) {
    const struct entry *e = &t->entries.data[i];
    if (e->serial > after && (!next || e->serial < next->serial)) next = e;
  }
  return next;
}

void summary_dump(struct summary_engine *g, FILE *out) {
  const struct table *t = &g->table;
  fprintf(out, "summaries: %u in the table, %llu made, %llu dropped\n", t->entries.count ? t->entries.count - 1 : 0,
          (unsigned long long)g->stats.made, (unsigned long long)g->stats.dropped);
  for (uint32_t i = 0; i < g->places.blocks.count; i++) dump_block(&g->places.blocks.data[i], i, out);
  uint64_t after = 0;
  for (const struct entry *e; (e = next_made(t, after)); after = e->serial)
    dump_entry(g, e, t->keys.data[e - t->entries.data], out);
}
