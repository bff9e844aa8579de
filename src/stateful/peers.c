/* What lies in the shared row, as numbers of this process; and sets of threads in the table's numbers. See peers.h. */
#include "stateful/peers.h"

#include <stdlib.h>
#include <string.h>

#include "stateful/portable.h"
#include "util/map.h"

struct peers {
  struct shared_states *table;
  struct vm *vm;
  struct footprints *footprints;
  struct codes *codes; /* NULL: nobody asks for code */
  uint32_t threads;    /* whose names are those of all */
  bool apart;          /* a thread has another number here than elsewhere: nothing is shared any more */
  uint64_t cuts;
  struct map put_footprints, put_codes; /* number here -> in the row */
  struct map got_footprints, got_codes; /* and back */
};

struct peers *peers_open(struct shared_states *table, struct vm *vm, struct footprints *footprints,
                         struct codes *codes) {
  struct peers *x = mem_zalloc(sizeof *x);
  x->table = table;
  x->vm = vm;
  x->footprints = footprints;
  x->codes = codes;
  return x;
}

void peers_close(struct peers *x) {
  if (!x) return;
  map_free(&x->put_footprints);
  map_free(&x->put_codes);
  map_free(&x->got_footprints);
  map_free(&x->got_codes);
  free(x);
}

uint64_t peers_cuts(const struct peers *x) { return x->cuts; }

/* Never 0. */
static uint64_t name_of(struct vm *vm, uint32_t thread) {
  const char *birth = strrchr(vm_name_of_thread(vm, thread), '.');
  uint64_t number = birth ? strtoul(birth + 1, NULL, 10) : 0;
  return (uint64_t)vm_thread_parent(vm, thread) << 32 | (number & 0xffffffffu);
}

/* Threads that others have met get their numbers here before they are met, and those that were met here are told. */
static bool is_common(struct peers *x) {
  if (x->apart) return false;
  for (; x->threads < vm_thread_count(x->vm) && !x->apart; x->threads++)
    x->apart = !shared_name_thread(x->table, x->threads, name_of(x->vm, x->threads));
  for (uint64_t name; !x->apart && (name = shared_thread_name(x->table, x->threads)) != 0; x->threads++)
    x->apart = vm_expect_thread(x->vm, (uint32_t)(name >> 32), (uint32_t)name - 1) != x->threads;
  return !x->apart;
}

/* ---- to the row ---- */

static uint32_t put_bytes(struct peers *x, struct sink *sink) {
  uint32_t number = sink->size < UINT32_MAX ? shared_put(x->table, sink->bytes, (uint32_t)sink->size) : 0;
  free(sink->bytes);
  return number;
}

static uint32_t put_footprint(struct peers *x, footprint set) {
  uint32_t number = 0;
  struct sink sink = {0};
  if (map_get(&x->put_footprints, set, &number)) return number;
  footprint known = footprint_drop_unknown(x->footprints, set);
  sink_put32(&sink, known != set);
  portable_put_mutexes(&sink, x->footprints);
  portable_put_footprint(&sink, x->footprints, known);
  number = put_bytes(x, &sink);
  map_put(&x->put_footprints, set, number);
  if (number) map_put(&x->got_footprints, number, set);
  return number;
}

static uint32_t put_code(struct peers *x, code_set set) {
  uint32_t number = 0, words;
  struct sink sink = {0};
  if (!x->codes || set == CODE_ANY) return 0;
  if (map_get(&x->put_codes, set, &number)) return number;
  const uint64_t *row = codes_words(x->codes, set, &words);
  sink_put(&sink, row, words * sizeof *row);
  number = put_bytes(x, &sink);
  map_put(&x->put_codes, set, number);
  if (number) map_put(&x->got_codes, number, set);
  return number;
}

void peers_publish(struct peers *x, struct vm_control key, footprint below, code_set code) {
  if (!is_common(x)) return;
  struct shared_slot *slot = shared_take(x->table, key);
  if (!slot || shared_payload(slot)) return;
  uint32_t number = put_footprint(x, below);
  if (number) shared_publish(slot, (uint64_t)number << 32 | put_code(x, code));
}

/* ---- and back ---- */

static bool get_footprint(struct peers *x, uint32_t number, footprint *set) {
  uint32_t size;
  if (map_get(&x->got_footprints, number, set)) return true;
  struct source source = {.bytes = shared_at(x->table, number, &size)};
  portable_mutexes mutexes = {0};
  if (!source.bytes) return false;
  source.size = size;
  bool unknown = source_get32(&source);
  portable_get_mutexes(&source, &mutexes);
  *set = portable_get_footprint(&source, x->vm, x->footprints, &mutexes);
  vec_free(&mutexes);
  if (source.bad) return false;
  if (unknown) *set = footprint_add_unknown(x->footprints, *set);
  map_put(&x->got_footprints, number, *set);
  return true;
}

static code_set get_code(struct peers *x, uint32_t number) {
  uint32_t size;
  code_set set;
  if (!x->codes || !number) return CODE_ANY;
  if (map_get(&x->got_codes, number, &set)) return set;
  const uint64_t *row = shared_at(x->table, number, &size);
  if (!row) return CODE_ANY;
  set = codes_add_words(x->codes, CODE_NONE, row, size / (uint32_t)sizeof *row);
  map_put(&x->got_codes, number, set);
  return set;
}

static bool get_payload(struct peers *x, uint64_t payload, footprint *below, code_set *code) {
  if (!payload || !get_footprint(x, (uint32_t)(payload >> 32), below)) return false;
  *code = get_code(x, (uint32_t)payload);
  return true;
}

bool peers_find(struct peers *x, struct vm_control key, footprint *below, code_set *code) {
  if (!is_common(x)) return false;
  const struct shared_slot *slot = shared_find(x->table, key);
  if (!slot || !get_payload(x, shared_payload(slot), below, code)) return false;
  x->cuts++;
  return true;
}

struct each {
  struct peers *x;
  peers_visit *visit;
  void *context;
};

static void visit_one(void *context, struct vm_control key, uint64_t payload) {
  struct each *e = context;
  footprint below;
  code_set code;
  if (get_payload(e->x, payload, &below, &code)) e->visit(e->context, key, below, code);
}

void peers_each(struct peers *x, peers_visit *visit, void *context) {
  struct each e = {x, visit, context};
  if (is_common(x)) shared_each(x->table, visit_one, &e);
}

/* ---- hints ---- */

struct shared_slot *peers_begin(struct peers *x, struct vm_control key) {
  return is_common(x) ? shared_take(x->table, key) : NULL;
}

static uint64_t to_table(const struct exchange *e, uint64_t threads) {
  uint64_t there = 0;
  if (!e->changed) return threads;
  for (; threads; threads &= threads - 1) there |= (uint64_t)1 << e->as[__builtin_ctzll(threads)];
  return there;
}

static uint64_t from_table(const struct exchange *e, uint64_t there) {
  uint64_t threads = 0;
  if (!e->changed) return there;
  for (uint32_t t = 0; t < VM_MOST_EXCHANGED; t++)
    if (there >> e->as[t] & 1) threads |= (uint64_t)1 << t;
  return threads;
}

void peers_wants(struct shared_slot *slot, const struct exchange *e, uint64_t threads) {
  uint64_t there = to_table(e, threads);
  if (there & ~atomic_load_explicit(&slot->wanted, memory_order_relaxed))
    atomic_fetch_or_explicit(&slot->wanted, there, memory_order_relaxed);
}

void peers_tries(struct shared_slot *slot, const struct exchange *e, uint32_t thread) {
  atomic_fetch_or_explicit(&slot->trying, to_table(e, (uint64_t)1 << thread), memory_order_relaxed);
}

uint64_t peers_free(const struct shared_slot *slot, const struct exchange *e, uint64_t *tried) {
  struct shared_slot *s = (struct shared_slot *)slot;
  uint64_t trying = atomic_load_explicit(&s->trying, memory_order_relaxed);
  *tried = from_table(e, trying);
  return from_table(e, atomic_load_explicit(&s->wanted, memory_order_relaxed) & ~trying);
}
