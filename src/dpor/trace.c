/* Counting Mazurkiewicz traces: complete runs are grouped by the order of their dependent events.

   A run's hash is the sum of one hash per event: the thread, how many events it had before, the operation, and the
   event's clock in such ordinals. Independent events that change places change none of these, so equivalent runs have
   equal hashes; runs that order dependent events differently have different clocks. What inputs decided comes from the
   machine. */
#include "dpor/inside.h"

static uint32_t ordinal_of(const struct dpor *d, uint32_t number) {
  return number ? d->ordinals.data[number - 1] + 1 : 0;
}

static uint64_t hash_range(uint64_t h, const struct vm_range *range) {
  return range->size ? hash_join(h, range->address) : h;
}

/* Width is left out: a thread that was created but did not take part has no entry but 0. */
static uint64_t hash_event(const struct dpor *d, uint32_t index) {
  const struct dpor_event *e = &d->events.data[index];
  uint64_t h = hash_join(hash_join(hash_join(e->thread, d->ordinals.data[index]), e->op.kind), e->op.ins);
  h = hash_range(hash_range(h, &e->op.range[0]), &e->op.range[1]);
  for (uint32_t t = 0; t < e->width; t++) {
    uint32_t ordinal = ordinal_of(d, d->clocks.data[e->clock + t]);
    if (ordinal) h = hash_join(hash_join(h, t), ordinal);
  }
  return h;
}

static void number_events(struct dpor *d) {
  d->ordinals.count = 0;
  for (uint32_t i = 0; i < d->events.count; i++) {
    uint32_t before = d->events.data[i].before;
    vec_push(&d->ordinals, before == IR_NONE ? 0u : d->ordinals.data[before] + 1);
  }
}

uint64_t dpor_trace_hash(struct dpor *d) {
  uint64_t sum = 0;
  number_events(d);
  for (uint32_t i = 0; i < d->events.count; i++) sum += hash_event(d, i);
  return hash_join(sum, vm_final_hash(d->vm));
}

void dpor_count_trace(struct dpor *d) {
  uint64_t hash = dpor_trace_hash(d);
  uint32_t times = 0;
  if (!map_get(&d->traces, hash, &times)) d->stats.traces++;
  map_put(&d->traces, hash, times + 1);
}
