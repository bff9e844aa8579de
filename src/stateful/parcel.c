/* Both directions, part by part. See parcel.h. */
#include "stateful/parcel.h"

#include <stdlib.h>
#include <xxhash.h>

#include "util/mutate.h"

enum { MAGIC = 0x4c435048, HASHES = 16 };

void parcels_free(struct parcels *p) {
  for (unsigned k = 0; k < PARCEL_KINDS; k++) {
    map_free(&p->kinds[k].by_number);
    map_free(&p->kinds[k].by_hash);
    vec_free(&p->kinds[k].sent);
    vec_free(&p->kinds[k].known);
  }
}

/* ---- out ---- */

/* Things that this parcel has for the first time. */
struct fresh {
  struct sink bytes[PARCEL_KINDS];
  uint32_t count[PARCEL_KINDS];
};

static void put_hash(struct sink *s, uint64_t low, uint64_t high) {
  sink_put64(s, low);
  sink_put64(s, high);
}

static void put_threads(struct sink *s, const struct shared_states *table) {
  uint32_t count = 0;
  while (count + 1 < SHARED_THREADS && shared_thread_name(table, count + 1)) count++;
  sink_put32(s, count);
  for (uint32_t i = 1; i <= count; i++) sink_put64(s, shared_thread_name(table, i));
}

static bool was_sent(const struct parcels *p, enum parcel_kind kind, uint32_t number, struct parcel_thing *thing) {
  uint32_t at;
  if (!map_get(&p->kinds[kind].by_number, number, &at)) return false;
  *thing = p->kinds[kind].sent.data[at];
  return true;
}

static void put_thing(struct parcels *p, enum parcel_kind kind, const void *bytes, uint32_t size, uint32_t number,
                      struct fresh *fresh, struct parcel_thing *thing) {
  XXH128_hash_t hash = XXH3_128bits(bytes, size);
  *thing = (struct parcel_thing){.low = hash.low64, .high = hash.high64, .number = number};
  map_put(&p->kinds[kind].by_number, number, p->kinds[kind].sent.count);
  vec_push(&p->kinds[kind].sent, *thing);
  sink_put32(&fresh->bytes[kind], size);
  sink_put(&fresh->bytes[kind], bytes, size);
  fresh->count[kind]++;
}

static bool put_operation(struct parcels *p, uint32_t number, struct fresh *fresh, struct parcel_thing *thing) {
  uint32_t size;
  if (was_sent(p, PARCEL_OPERATION, number, thing)) return true;
  const void *bytes = shared_at(p->table, number, &size);
  if (bytes) put_thing(p, PARCEL_OPERATION, bytes, size, number, fresh, thing);
  return bytes;
}

/* Whether there is more that nobody knows, and the hashes of its operations. */
static bool put_set(struct parcels *p, uint32_t number, struct fresh *fresh, struct parcel_thing *thing) {
  uint32_t size;
  struct sink set = {0};
  if (was_sent(p, PARCEL_SET, number, thing)) return true;
  const uint32_t *row = shared_at(p->table, number, &size);
  bool good = row && size >= sizeof *row;
  if (good) sink_put32(&set, row[0]);
  for (uint32_t i = 1; good && i < size / sizeof *row; i++) {
    struct parcel_thing operation;
    good = put_operation(p, row[i], fresh, &operation);
    if (good) put_hash(&set, operation.low, operation.high);
  }
  if (good) put_thing(p, PARCEL_SET, set.bytes, (uint32_t)set.size, number, fresh, thing);
  free(set.bytes);
  return good;
}

static uint32_t footprint_of(const struct parcels *p, struct vm_control key) {
  const struct shared_slot *slot = shared_find(p->table, key);
  return slot ? (uint32_t)(shared_payload(slot) >> 32) : 0;
}

static void put_states(struct parcels *p, struct sink *s, const struct vm_control *keys, uint32_t count) {
  struct fresh fresh = {0};
  struct sink states = {0};
  uint32_t nstates = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct parcel_thing set;
    if (!put_set(p, footprint_of(p, keys[i]), &fresh, &set)) continue;
    sink_put64(&states, keys[i].low), sink_put64(&states, keys[i].high);
    put_hash(&states, set.low, set.high);
    nstates++;
  }
  for (unsigned k = 0; k < PARCEL_KINDS; k++) {
    sink_put32(s, fresh.count[k]);
    sink_put(s, fresh.bytes[k].bytes, fresh.bytes[k].size);
    free(fresh.bytes[k].bytes);
  }
  sink_put32(s, nstates);
  sink_put(s, states.bytes, states.size);
  p->states_out += nstates;
  free(states.bytes);
}

bool parcel_put(struct parcels *p, struct sink *sink, const struct vm_control *finished, uint32_t count,
                const division_hints *hints) {
  if (!count && !hints->count) return false;
  uint64_t from = sink->size;
  sink_put32(sink, MAGIC);
  put_threads(sink, p->table);
  put_states(p, sink, finished, count);
  sink_put32(sink, hints->count);
  sink_put(sink, hints->data, hints->count * sizeof *hints->data);
  XXH128_hash_t hash = XXH3_128bits_withSeed(sink->bytes + from, sink->size - from, p->seed);
  put_hash(sink, hash.low64, hash.high64);
  return true;
}

/* ---- in ---- */

static bool get_threads(struct source *s, struct shared_states *table) {
  uint32_t count = source_get_below(s, SHARED_THREADS);
  bool same = true;
  for (uint32_t i = 1; i <= count && !s->bad && same; i++) {
    uint64_t name = source_get64(s);
    bool possible = name >> 32 < i && (uint32_t)name;
    if (!possible) s->bad = true;
    same = possible && shared_name_thread(table, i, name);
  }
  return same && !s->bad;
}

/* 0: it is not known. */
static uint32_t number_of(const struct parcels *p, enum parcel_kind kind, uint64_t low, uint64_t high) {
  uint32_t at;
  if (!map_get(&p->kinds[kind].by_hash, low, &at) || p->kinds[kind].known.data[at].high != high) return 0;
  return p->kinds[kind].known.data[at].number;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* As peers.c has it: numbers in order. 0: an operation is missing, or there is no room. */
static uint32_t take_set(struct parcels *p, struct source *s) {
  VEC(uint32_t) numbers = {0};
  uint32_t number = 0;
  vec_push(&numbers, source_get_below(s, 2));
  bool all = !s->bad && (s->size - s->at) % HASHES == 0;
  while (all && s->at < s->size) {
    uint64_t low = source_get64(s), high = source_get64(s);
    vec_push(&numbers, number_of(p, PARCEL_OPERATION, low, high));
    all = vec_last(&numbers);
  }
  qsort(numbers.data + 1, numbers.count - 1, sizeof *numbers.data, by_number);
  if (all) number = shared_put_once(p->table, numbers.data, numbers.count * (uint32_t)sizeof *numbers.data);
  vec_free(&numbers);
  return number;
}

/* The same bytes may come from several senders. */
static void get_things(struct parcels *p, enum parcel_kind kind, struct source *s) {
  for (uint32_t n = source_get_count(s, 4); n-- > 0 && !s->bad;) {
    uint32_t size = source_get_count(s, 1);
    if (s->bad) return;
    struct source bytes = {.bytes = s->bytes + s->at, .size = size};
    XXH128_hash_t hash = XXH3_128bits(bytes.bytes, size);
    struct parcel_thing t = {.low = hash.low64, .high = hash.high64};
    s->at += size;
    if (number_of(p, kind, t.low, t.high)) continue;
    t.number = kind == PARCEL_SET ? take_set(p, &bytes) : shared_put_once(p->table, bytes.bytes, size);
    if (!t.number) continue;
    map_put(&p->kinds[kind].by_hash, t.low, p->kinds[kind].known.count);
    vec_push(&p->kinds[kind].known, t);
  }
}

/* A footprint of nothing. */
static uint32_t put_empty(struct parcels *p) {
  static const uint32_t nothing;
  return shared_put_once(p->table, &nothing, sizeof nothing);
}

static void get_states(struct parcels *p, struct source *s) {
  for (uint32_t n = source_get_count(s, 32); n-- > 0 && !s->bad;) {
    struct vm_control key = {.low = source_get64(s)};
    key.high = source_get64(s);
    uint64_t low = source_get64(s), high = source_get64(s);
    uint32_t number = number_of(p, PARCEL_SET, low, high);
    if (!number) {
      p->dropped++;
      continue;
    }
    if (MUTATED(PARCEL_FOOTPRINT)) number = put_empty(p);
    struct shared_slot *slot = shared_take(p->table, key);
    if (slot) shared_publish(slot, (uint64_t)number << 32);
    p->states_in++;
  }
}

static void get_hints(struct parcels *p, struct source *s) {
  for (uint32_t n = source_get_count(s, sizeof(struct division_hint)); n-- > 0 && !s->bad;) {
    struct division_hint hint;
    source_get(s, &hint, sizeof hint);
    struct shared_slot *slot = s->bad ? NULL : shared_take(p->table, hint.key);
    if (!slot) continue;
    if (MUTATED(PARCEL_HINT)) shared_publish(slot, (uint64_t)put_empty(p) << 32);
    atomic_fetch_or_explicit(&slot->wanted, hint.wanted, memory_order_relaxed);
    atomic_fetch_or_explicit(&slot->trying, hint.trying, memory_order_relaxed);
  }
}

static bool is_whole(const struct parcels *p, const uint8_t *bytes, uint64_t size) {
  XXH128_hash_t there;
  if (size < HASHES + 4) return false;
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size - HASHES, p->seed);
  memcpy(&there.low64, bytes + size - HASHES, 8);
  memcpy(&there.high64, bytes + size - 8, 8);
  return there.low64 == hash.low64 && there.high64 == hash.high64;
}

bool parcel_get(struct parcels *p, const void *bytes, uint64_t size) {
  if (!is_whole(p, bytes, size)) return false;
  struct source s = {.bytes = bytes, .size = size - HASHES};
  if (source_get32(&s) != MAGIC) return false;
  if (!get_threads(&s, p->table)) {
    p->dropped++;
    return !s.bad;
  }
  for (unsigned k = 0; k < PARCEL_KINDS; k++) get_things(p, k, &s);
  get_states(p, &s);
  get_hints(p, &s);
  return !s.bad && s.at == s.size;
}
