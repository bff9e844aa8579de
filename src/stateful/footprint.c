/* Interned sets of operations: bits over the numbers of operations, and tables of results. */
#include "stateful/footprint.h"

#include <string.h>

#include "dpor/dpor.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/vec.h"

struct set {
  uint64_t *words;
  uint32_t count; /* of words; the last one is not 0 */
  uint32_t next;  /* another set with the same hash, + 1 */
};

struct order {
  uint8_t as[VM_MOST_EXCHANGED];
  uint32_t next;          /* another one with the same hash, + 1 */
  VEC(uint32_t) accesses; /* by number: what it is with threads in that order, + 1; 0: not known yet */
};

struct footprints {
  VEC(struct footprint_access) accesses; /* number 0 is what nobody knows */
  struct map access_numbers;             /* hash -> first number + 1 with it */
  VEC(uint32_t) access_next;             /* parallel to accesses */
  VEC(struct set) sets;
  struct map set_numbers; /* hash -> first number + 1 */
  struct map results;     /* what was asked, packed -> a set */
  struct map conflicts;   /* likewise -> index in masks */
  VEC(uint64_t) masks;
  VEC(uint64_t) mutexes; /* by bit: address */
  VEC(uint64_t) scratch;
  VEC(struct order) orders; /* of threads, for renaming */
  struct map order_numbers; /* hash -> first number + 1 */
  struct map renamed;       /* set and order -> set */
  uint64_t bytes;
};

enum { UNKNOWN = 0, BITS = 64, ALL_BITS_MUTEXES = 64 };

static footprint intern(struct footprints *f);

struct footprints *footprints_open(void) {
  struct footprints *f = mem_zalloc(sizeof *f);
  struct footprint_access unknown = {.thread = UINT32_MAX, .op = {.everything = true}};
  vec_push(&f->accesses, unknown);
  vec_push(&f->access_next, 0u);
  intern(f); /* the empty set is number 0 */
  return f;
}

void footprints_close(struct footprints *f) {
  for (uint32_t i = 0; i < f->sets.count; i++) free(f->sets.data[i].words);
  vec_free(&f->accesses);
  vec_free(&f->access_next);
  vec_free(&f->sets);
  vec_free(&f->masks);
  vec_free(&f->mutexes);
  vec_free(&f->scratch);
  for (uint32_t i = 0; i < f->orders.count; i++) vec_free(&f->orders.data[i].accesses);
  vec_free(&f->orders);
  map_free(&f->order_numbers);
  map_free(&f->renamed);
  map_free(&f->access_numbers);
  map_free(&f->set_numbers);
  map_free(&f->results);
  map_free(&f->conflicts);
  free(f);
}

uint64_t footprints_bytes(const struct footprints *f) { return f->bytes; }

/* ---- sets ---- */

/* The set in scratch. */
static footprint intern(struct footprints *f) {
  uint32_t count = f->scratch.count, first = 0;
  while (count && !f->scratch.data[count - 1]) count--;
  uint64_t hash = hash_join(hash_bytes(f->scratch.data, count * sizeof(uint64_t)), count);
  map_get(&f->set_numbers, hash, &first);
  for (uint32_t i = first; i; i = f->sets.data[i - 1].next) {
    const struct set *s = &f->sets.data[i - 1];
    if (s->count == count && !(count && memcmp(s->words, f->scratch.data, count * sizeof *s->words))) return i - 1;
  }
  struct set s = {.words = mem_alloc((count + !count) * sizeof *s.words), .count = count, .next = first};
  if (count) memcpy(s.words, f->scratch.data, count * sizeof *s.words);
  vec_push(&f->sets, s);
  map_put(&f->set_numbers, hash, f->sets.count);
  f->bytes += sizeof s + count * sizeof *s.words + 2 * sizeof(struct map_slot);
  return f->sets.count - 1;
}

static void take(struct footprints *f, footprint set) {
  const struct set *s = &f->sets.data[set];
  vec_reserve(&f->scratch, s->count + 1);
  f->scratch.count = s->count;
  if (s->count) memcpy(f->scratch.data, s->words, s->count * sizeof *s->words);
}

static void put(struct footprints *f, uint32_t number) {
  while (f->scratch.count <= number / BITS) vec_push(&f->scratch, (uint64_t)0);
  f->scratch.data[number / BITS] |= (uint64_t)1 << number % BITS;
}

static bool has(const struct footprints *f, footprint set, uint32_t number) {
  const struct set *s = &f->sets.data[set];
  return number / BITS < s->count && s->words[number / BITS] >> number % BITS & 1;
}

enum question { ASK_ADD, ASK_JOIN, ASK_MUTEX, ASK_THREAD };

static uint64_t key_of(enum question question, uint32_t a, uint32_t b) {
  return (uint64_t)question << 62 | (uint64_t)(a & 0x7fffffffu) << 31 | (b & 0x7fffffffu);
}

static footprint keep(struct footprints *f, uint64_t key, footprint result) {
  map_put(&f->results, key, result);
  f->bytes += 2 * sizeof(struct map_slot);
  return result;
}

/* ---- operations ---- */

static bool same_ranges(const struct vm_op *a, const struct vm_op *b) {
  for (unsigned i = 0; i < 2; i++) {
    const struct vm_range *x = &a->range[i], *y = &b->range[i];
    if (x->size != y->size || (x->size && (x->address != y->address || x->write != y->write))) return false;
  }
  return true;
}

static bool same_access(const struct footprint_access *a, const struct footprint_access *b) {
  return a->thread == b->thread && a->mutexes == b->mutexes && a->joins == b->joins &&
         a->op.everything == b->op.everything && a->op.approximate == b->op.approximate &&
         a->op.atomic == b->op.atomic && same_ranges(&a->op, &b->op);
}

static uint64_t hash_access(const struct footprint_access *a) {
  uint64_t h = hash_join(a->thread, hash_join(a->mutexes, a->joins));
  h = hash_join(h, (uint64_t)a->op.everything | (uint64_t)a->op.approximate << 1 | (uint64_t)a->op.atomic << 2);
  for (unsigned i = 0; i < 2; i++)
    if (a->op.range[i].size)
      h = hash_join(h, hash_join(a->op.range[i].address, a->op.range[i].size << 1 | a->op.range[i].write));
  return h;
}

static uint32_t number_of(struct footprints *f, const struct footprint_access *a) {
  uint64_t hash = hash_access(a);
  uint32_t first = 0;
  map_get(&f->access_numbers, hash, &first);
  for (uint32_t i = first; i; i = f->access_next.data[i - 1])
    if (same_access(&f->accesses.data[i - 1], a)) return i - 1;
  vec_push(&f->accesses, *a);
  vec_push(&f->access_next, first);
  map_put(&f->access_numbers, hash, f->accesses.count);
  f->bytes += sizeof *a + 2 * sizeof(struct map_slot);
  return f->accesses.count - 1;
}

/* Only what decides about conflicts and data races. */
static struct footprint_access access_of(uint32_t thread, const struct vm_op *op) {
  struct footprint_access a = {.thread = thread,
                               .op = {.everything = op->everything,
                                      .approximate = op->approximate,
                                      .atomic = op->atomic,
                                      .range = {op->range[0], op->range[1]}}};
  return a;
}

static footprint add_number(struct footprints *f, footprint set, uint32_t number) {
  uint64_t key = key_of(ASK_ADD, set, number);
  footprint result;
  if (has(f, set, number)) return set;
  if (map_get(&f->results, key, &result)) return result;
  take(f, set);
  put(f, number);
  return keep(f, key, intern(f));
}

footprint footprint_add(struct footprints *f, footprint set, uint32_t thread, const struct vm_op *op) {
  struct footprint_access a = access_of(thread, op);
  return add_number(f, set, number_of(f, &a));
}

uint32_t footprint_access_count(const struct footprints *f) { return f->accesses.count; }
const struct footprint_access *footprint_access_at(const struct footprints *f, uint32_t number) {
  return &f->accesses.data[number];
}
uint32_t footprint_access_number(struct footprints *f, const struct footprint_access *access) {
  return number_of(f, access);
}

const uint64_t *footprint_words(const struct footprints *f, footprint set, uint32_t *count) {
  *count = f->sets.data[set].count;
  return f->sets.data[set].words;
}

footprint footprint_of_words(struct footprints *f, const uint64_t *words, uint32_t count, const uint32_t *numbers) {
  f->scratch.count = 0;
  for (uint32_t w = 0; w < count; w++)
    for (uint64_t word = words[w]; word; word &= word - 1) put(f, numbers[w * BITS + (uint32_t)__builtin_ctzll(word)]);
  return intern(f);
}

footprint footprint_of_numbers(struct footprints *f, const uint32_t *numbers, uint32_t count) {
  f->scratch.count = 0;
  for (uint32_t i = 0; i < count; i++) put(f, numbers[i]);
  return intern(f);
}

footprint footprint_add_unknown(struct footprints *f, footprint set) { return add_number(f, set, UNKNOWN); }

footprint footprint_drop_unknown(struct footprints *f, footprint set) {
  if (!has(f, set, UNKNOWN)) return set;
  take(f, set);
  f->scratch.data[0] &= ~(uint64_t)1;
  return intern(f);
}

footprint footprint_join(struct footprints *f, footprint a, footprint b) {
  if (a == b || !b) return a;
  if (!a) return b;
  uint64_t key = a < b ? key_of(ASK_JOIN, a, b) : key_of(ASK_JOIN, b, a);
  footprint result;
  if (map_get(&f->results, key, &result)) return result;
  take(f, a);
  const struct set *other = &f->sets.data[b];
  while (f->scratch.count < other->count) vec_push(&f->scratch, (uint64_t)0);
  for (uint32_t i = 0; i < other->count; i++) f->scratch.data[i] |= other->words[i];
  return keep(f, key, intern(f));
}

/* ---- marks ---- */

static footprint mark(struct footprints *f, footprint set, uint32_t thread, uint64_t mutexes, uint64_t joins) {
  VEC(uint32_t) changed = {0};
  take(f, set);
  for (uint32_t w = 0; w < f->sets.data[set].count; w++)
    for (uint64_t word = f->sets.data[set].words[w]; word; word &= word - 1) {
      uint32_t number = w * BITS + (uint32_t)__builtin_ctzll(word);
      struct footprint_access a = f->accesses.data[number];
      if (a.thread != thread || !((mutexes & ~a.mutexes) | (joins & ~a.joins))) continue;
      f->scratch.data[w] &= ~(word & -word);
      a.mutexes |= mutexes;
      a.joins |= joins;
      vec_push(&changed, number_of(f, &a));
    }
  for (uint32_t i = 0; i < changed.count; i++) put(f, changed.data[i]);
  vec_free(&changed);
  return intern(f);
}

static uint32_t mutex_number(struct footprints *f, uint64_t mutex) {
  uint32_t i = 0;
  while (i < f->mutexes.count && f->mutexes.data[i] != mutex) i++;
  if (i == f->mutexes.count && i < ALL_BITS_MUTEXES) vec_push(&f->mutexes, mutex);
  return i;
}

uint64_t footprint_mutex_at(const struct footprints *f, uint32_t bit) { return f->mutexes.data[bit]; }
uint32_t footprint_mutex_count(const struct footprints *f) { return f->mutexes.count; }
uint64_t footprint_mutex_bit(struct footprints *f, uint64_t mutex) {
  uint32_t number = mutex_number(f, mutex);
  return number < ALL_BITS_MUTEXES ? (uint64_t)1 << number : 0;
}

footprint footprint_behind_mutex(struct footprints *f, footprint set, uint32_t thread, uint64_t mutex) {
  uint32_t number = mutex_number(f, mutex);
  uint64_t key = key_of(ASK_MUTEX, set, thread << 7 | number);
  footprint result;
  if (number >= ALL_BITS_MUTEXES || !set) return set;
  if (map_get(&f->results, key, &result)) return result;
  return keep(f, key, mark(f, set, thread, (uint64_t)1 << number, 0));
}

footprint footprint_behind_join(struct footprints *f, footprint set, uint32_t thread, uint32_t joined) {
  uint64_t key = key_of(ASK_THREAD, set, thread << 7 | joined);
  footprint result;
  if (joined >= BITS || !set) return set;
  if (map_get(&f->results, key, &result)) return result;
  return keep(f, key, mark(f, set, thread, 0, (uint64_t)1 << joined));
}

/* ---- threads exchanged ---- */

static uint32_t order_number(struct footprints *f, const uint8_t *as) {
  uint64_t hash = hash_bytes(as, VM_MOST_EXCHANGED);
  uint32_t first = 0;
  map_get(&f->order_numbers, hash, &first);
  for (uint32_t i = first; i; i = f->orders.data[i - 1].next)
    if (!memcmp(f->orders.data[i - 1].as, as, VM_MOST_EXCHANGED)) return i - 1;
  struct order order = {.next = first};
  memcpy(order.as, as, VM_MOST_EXCHANGED);
  vec_push(&f->orders, order);
  map_put(&f->order_numbers, hash, f->orders.count);
  f->bytes += sizeof order + 2 * sizeof(struct map_slot);
  return f->orders.count - 1;
}

/* A mutex without a bit is not marked. */
static uint64_t rename_mutexes(struct footprints *f, uint64_t mutexes, const struct vm *vm, const uint8_t *as) {
  uint64_t renamed = 0;
  for (; mutexes; mutexes &= mutexes - 1) {
    uint32_t number = mutex_number(f, vm_renamed_address(vm, as, f->mutexes.data[__builtin_ctzll(mutexes)]));
    if (number < ALL_BITS_MUTEXES) renamed |= (uint64_t)1 << number;
  }
  return renamed;
}

static uint64_t rename_threads(uint64_t threads, const uint8_t *as) {
  uint64_t renamed = 0;
  for (; threads; threads &= threads - 1) renamed |= (uint64_t)1 << as[__builtin_ctzll(threads)];
  return renamed;
}

static uint32_t rename_access(struct footprints *f, uint32_t number, const struct vm *vm, const uint8_t *as) {
  struct footprint_access a = f->accesses.data[number];
  if (number == UNKNOWN) return UNKNOWN;
  if (a.thread < VM_MOST_EXCHANGED) a.thread = as[a.thread];
  a.mutexes = rename_mutexes(f, a.mutexes, vm, as);
  a.joins = rename_threads(a.joins, as);
  for (unsigned i = 0; i < 2; i++)
    if (a.op.range[i].size) a.op.range[i].address = vm_renamed_address(vm, as, a.op.range[i].address);
  return number_of(f, &a);
}

static uint32_t renamed_number(struct footprints *f, uint32_t number, uint32_t order, const struct vm *vm,
                               const uint8_t *as) {
  struct order *o = &f->orders.data[order];
  for (; o->accesses.count <= number; f->bytes += sizeof number) vec_push(&o->accesses, 0u);
  if (!o->accesses.data[number]) o->accesses.data[number] = rename_access(f, number, vm, as) + 1;
  return o->accesses.data[number] - 1;
}

footprint footprint_rename(struct footprints *f, footprint set, const struct vm *vm, const uint8_t *as) {
  uint32_t order = order_number(f, as);
  uint64_t key = (uint64_t)order << 32 | set;
  footprint result;
  if (map_get(&f->renamed, key, &result)) return result;
  f->scratch.count = 0;
  for (uint32_t w = 0; w < f->sets.data[set].count; w++)
    for (uint64_t word = f->sets.data[set].words[w]; word; word &= word - 1)
      put(f, renamed_number(f, w * BITS + (uint32_t)__builtin_ctzll(word), order, vm, as));
  result = intern(f);
  map_put(&f->renamed, key, result);
  f->bytes += 2 * sizeof(struct map_slot);
  return result;
}

uint64_t footprint_mutexes(const struct footprints *f, bool (*holds)(const void *context, uint64_t mutex),
                           const void *context) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < f->mutexes.count; i++)
    if (holds(context, f->mutexes.data[i])) bits |= (uint64_t)1 << i;
  return bits;
}

/* ---- conflicts ---- */

static uint64_t find_conflicts(const struct footprints *f, footprint set, const struct footprint_access *own) {
  uint64_t threads = 0;
  const struct set *s = &f->sets.data[set];
  if (has(f, set, UNKNOWN)) return UINT64_MAX;
  for (uint32_t w = 0; w < s->count; w++)
    for (uint64_t word = s->words[w]; word; word &= word - 1) {
      const struct footprint_access *a = &f->accesses.data[w * BITS + (uint32_t)__builtin_ctzll(word)];
      bool later =
          a->mutexes & own->mutexes || a->joins >> (own->thread & 63) & 1 || (MUTATED(STATEFUL_JOIN) && a->joins);
      if (a->thread == own->thread || threads >> a->thread & 1 || later) continue;
      if (dpor_depend(&a->op, &own->op)) threads |= (uint64_t)1 << a->thread;
    }
  return threads;
}

uint64_t footprint_conflicts(struct footprints *f, footprint set, uint32_t thread, const struct vm_op *op,
                             uint64_t mutexes) {
  struct footprint_access own = access_of(thread, op);
  if (op->kind == VM_OP_UPDATE) own.op.range[0].write = op->range[0].write;
  own.mutexes = mutexes;
  if (!set || op->irrelevant) return has(f, set, UNKNOWN) ? UINT64_MAX : 0;
  uint64_t key = key_of(ASK_ADD, set, number_of(f, &own));
  uint32_t index;
  if (map_get(&f->conflicts, key, &index)) return f->masks.data[index];
  uint64_t threads = find_conflicts(f, set, &own);
  map_put(&f->conflicts, key, f->masks.count);
  vec_push(&f->masks, threads);
  f->bytes += sizeof threads + 2 * sizeof(struct map_slot);
  return threads;
}

bool footprint_any(const struct footprints *f, footprint set, footprint_visit *visit, void *context) {
  const struct set *s = &f->sets.data[set];
  for (uint32_t w = 0; w < s->count; w++)
    for (uint64_t word = s->words[w]; word; word &= word - 1)
      if (visit(context, &f->accesses.data[w * BITS + (uint32_t)__builtin_ctzll(word)])) return true;
  return false;
}
