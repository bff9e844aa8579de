/* What lies in the shared row, as numbers of this process; and sets of threads in the table's numbers. See peers.h. */
#include "stateful/peers.h"

#include <stdlib.h>
#include <string.h>

#include "stateful/portable.h"
#include "util/map.h"
#include "util/mutate.h"

struct peers {
  struct shared_states *table;
  struct vm *vm;
  struct footprints *footprints;
  struct codes *codes; /* NULL: nobody asks for code */
  uint32_t threads;    /* whose names are those of all */
  bool apart;          /* a thread has another number here than elsewhere: nothing is shared any more */
  uint64_t cuts;
  VEC(uint32_t) put_accesses;                         /* by number here: in the row, + 1; 0: it is not there yet */
  struct map put_footprints, put_codes;               /* number here -> in the row */
  struct map got_accesses, got_footprints, got_codes; /* and back */
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
  vec_free(&x->put_accesses);
  map_free(&x->got_accesses);
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
  uint32_t number = sink->size < UINT32_MAX ? shared_put_once(x->table, sink->bytes, (uint32_t)sink->size) : 0;
  free(sink->bytes);
  return number;
}

static int by_size(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool is_any(const void *context, uint64_t mutex) {
  (void)context, (void)mutex;
  return true;
}

/* Mutexes have other bits in other processes: their addresses, in order, come first. So equal operations have equal
   bytes. */
static uint32_t put_new_access(struct peers *x, uint32_t here) {
  struct footprint_access a = *footprint_access_at(x->footprints, here);
  uint64_t mutexes[64] = {0};
  uint32_t count = 0;
  struct sink sink = {0};
  if (MUTATED(SHARED_MUTEX)) a.mutexes = footprint_mutexes(x->footprints, is_any, NULL);
  for (uint64_t left = a.mutexes; left; left &= left - 1)
    mutexes[count++] = footprint_mutex_at(x->footprints, (uint32_t)__builtin_ctzll(left));
  qsort(mutexes, count, sizeof *mutexes, by_size);
  a.mutexes = count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
  sink_put32(&sink, count);
  sink_put(&sink, mutexes, count * sizeof *mutexes);
  portable_put_access(&sink, &a);
  uint32_t number = put_bytes(x, &sink);
  if (number) map_put(&x->got_accesses, number, here);
  return number;
}

static uint32_t put_access(struct peers *x, uint32_t here) {
  while (x->put_accesses.count <= here) vec_push(&x->put_accesses, 0u);
  if (!x->put_accesses.data[here]) x->put_accesses.data[here] = put_new_access(x, here) + 1;
  return x->put_accesses.data[here] - 1;
}

/* The numbers of its operations in the row, in order, behind whether there is more that nobody knows: equal sets have
   equal bytes. */
static uint32_t put_set(struct peers *x, footprint set, bool unknown) {
  VEC(uint32_t) numbers = {0};
  uint32_t count, number = 0;
  bool all = true, sorted = true;
  const uint64_t *words = footprint_words(x->footprints, set, &count);
  vec_push(&numbers, (uint32_t)unknown);
  for (uint32_t w = 0; w < count && all; w++)
    for (uint64_t word = words[w]; word && all; word &= word - 1) {
      uint32_t next = put_access(x, w * 64 + (uint32_t)__builtin_ctzll(word));
      all = next != 0;
      sorted &= next > vec_last(&numbers);
      vec_push(&numbers, next);
    }
  if (!sorted) qsort(numbers.data + 1, numbers.count - 1, sizeof *numbers.data, by_number);
  if (all) number = shared_put_once(x->table, numbers.data, numbers.count * (uint32_t)sizeof *numbers.data);
  vec_free(&numbers);
  return number;
}

static uint32_t put_footprint(struct peers *x, footprint set) {
  uint32_t number = 0;
  if (map_get(&x->put_footprints, set, &number)) return number;
  footprint known = footprint_drop_unknown(x->footprints, set);
  number = put_set(x, known, known != set);
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

/* 0: it cannot be read. */
static uint32_t get_access(struct peers *x, uint32_t number) {
  uint32_t size, here = 0;
  if (map_get(&x->got_accesses, number, &here)) return here;
  struct source source = {.bytes = shared_at(x->table, number, &size)};
  portable_mutexes mutexes = {0};
  if (!source.bytes) return 0;
  source.size = size;
  portable_get_mutexes(&source, &mutexes);
  here = portable_get_access(&source, x->vm, x->footprints, &mutexes);
  vec_free(&mutexes);
  if (here) map_put(&x->got_accesses, number, here);
  return here;
}

static bool get_footprint(struct peers *x, uint32_t number, footprint *set) {
  uint32_t size;
  portable_numbers numbers = {0};
  if (map_get(&x->got_footprints, number, set)) return true;
  const uint32_t *there = shared_at(x->table, number, &size);
  bool all = there != NULL;
  for (uint32_t i = 1; all && i < size / sizeof *there; i++) {
    vec_push(&numbers, get_access(x, there[i]));
    all = vec_last(&numbers);
  }
  if (all) *set = footprint_of_numbers(x->footprints, numbers.data, numbers.count);
  vec_free(&numbers);
  if (!all) return false;
  if (there[0]) *set = footprint_add_unknown(x->footprints, *set);
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
