/* Reads below a point that see what was written before it: what somebody who looks at runs misses when they are cut
   there.

   Input: the accesses that the machine tells. They are followed backwards: a read counts until a write of the same run
   is found that it must have seen instead. A summary holds only where the same accesses follow, so its reads are those
   of every state that it covers. */
#include "summary/inside.h"

static bool is_wanted(const struct summary_engine *g, const struct vm_access *a) {
  const uint8_t *wanted = g->options->goal.cuts->wanted;
  return wanted[a->ins] || wanted[a->user];
}

static uint32_t number_of(struct summary_engine *g, const struct vm_access *a) {
  uint64_t place = hash_join(a->address, a->size), who = hash_join((uint64_t)a->ins << 32 | a->user, a->thread);
  uint32_t number;
  for (uint64_t key = hash_join(place, who);; key = hash_mix(key + 1)) {
    if (!map_get(&g->read_numbers, key, &number)) {
      map_put(&g->read_numbers, key, g->reads.count);
      vec_push(&g->reads, *a);
      return g->reads.count - 1;
    }
    const struct vm_access *r = &g->reads.data[number];
    bool same = r->address == a->address && r->size == a->size && r->thread == a->thread;
    if (same && r->ins == a->ins && r->user == a->user) return number;
  }
}

static void overwrite(const struct summary_engine *g, struct bits *set, const struct vm_access *write) {
  for (uint32_t w = 0; w < set->count; w++)
    for (uint64_t word = set->words[w]; word; word &= word - 1) {
      const struct vm_access *r = &g->reads.data[w * 64 + (uint32_t)__builtin_ctzll(word)];
      if (r->address >= write->address && r->address + r->size <= write->address + write->size)
        set->words[w] &= ~(word & -word);
    }
}

void reads_before(struct summary_engine *g, struct bits *set, uint32_t from, uint32_t to) {
  uint32_t count;
  const struct vm_access *all = vm_accesses(g->vm, &count);
  if (!g->options->goal.cuts) return;
  for (uint32_t i = to; i-- > from;) {
    if (all[i].write) overwrite(g, set, &all[i]);
    else if (is_wanted(g, &all[i])) bits_add(set, number_of(g, &all[i]));
  }
}

bool reads_allow(struct summary_engine *g, const struct bits *set) {
  const struct explore_cuts *cuts = g->options->goal.cuts;
  if (!cuts) return true;
  g->asked_reads.count = 0;
  for (uint32_t w = 0; w < set->count; w++)
    for (uint64_t word = set->words[w]; word; word &= word - 1)
      vec_push(&g->asked_reads, g->reads.data[w * 64 + (uint32_t)__builtin_ctzll(word)]);
  return cuts->may_cut(cuts->context, g->vm, g->asked_reads.data, g->asked_reads.count);
}
