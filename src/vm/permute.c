/* Threads that nothing can tell apart, exchanged: the same state with their numbers in an order that depends on what
   they are doing only. Two states that differ in nothing but who of them is who have one hash then.

   A state with threads exchanged is hashed as if it were there: what belongs to a thread that gets another number is
   taken out of the hash of memory and put in again at its new place. Addresses elsewhere lead to a thread's memory only
   if it was ever seen by others; only then all of memory is searched for them.

   Which threads may be exchanged: static/alike.c, and of these the ones that are born and are joined at one go by
   the first thread. docs/guided.md says why that is enough. */
#include "vm/permute.h"

#include "static/static.h"

enum { MOST_WORDS = 1 << 14 }; /* of memory that is searched; states with more keep their order */

void vm_set_alike(struct vm *vm, const uint8_t *alike) {
  vm->alike = vm->reuses || vm->reuses_threads || vm->joins_compete ? NULL : alike;
  vm->join_function = ir_find_function(vm->program, "pthread_join");
}

/* ---- names ---- */

static bool is_of_thread(const struct vm *vm, uint64_t address) {
  uint64_t region = address >> vm->region_shift;
  return region > 2 && region <= 2 * (uint64_t)vm->threads.count;
}

/* Is there an address of a thread's memory in the expression? Too large: it may be. */
static bool has_address(const struct vm *vm, sym_id expr, unsigned depth) {
  uint64_t value;
  if (sym_is_const(vm->sym, expr, &value)) return is_of_thread(vm, value);
  enum sym_op op = sym_op_of(vm->sym, expr);
  if (op == SYM_BYTES) return false;
  if (!depth || op == SYM_READ) return true;
  unsigned operands = op == SYM_ITE                                                            ? 3
                      : op == SYM_NOT || op == SYM_EXTRACT || op == SYM_ZEXT || op == SYM_SEXT ? 1
                                                                                               : 2;
  for (unsigned i = 0; i < operands; i++)
    if (has_address(vm, sym_operand(vm->sym, expr, i), depth - 1)) return true;
  return false;
}

static bool is_opaque(struct vm *vm, sym_id expr) {
  enum { DEPTH = 12 };
  uint32_t known;
  if (!map_get(&vm->opaque, expr, &known)) {
    known = has_address(vm, expr, DEPTH);
    map_put(&vm->opaque, expr, known);
  }
  return known;
}

unsigned permute_names(struct vm *vm, const struct cell *c) {
  if (!vm->alike) return 0;
  if (!c->expr) return is_of_thread(vm, c->value) ? PERMUTE_ADDRESS : 0;
  if (c->expr == CELL_UNDEF) return c->value ? PERMUTE_ADDRESS : 0;
  return is_opaque(vm, c->expr) ? PERMUTE_OPAQUE : 0;
}

void permute_note_owner(struct vm *vm, const struct object *o, uint64_t address) {
  if (!vm->alike) return;
  for (uint32_t i = 0; i < vm->owners.count; i++)
    if (vm->owners.data[i].address == address && vm->owners.data[i].made_at == o->made_at) return;
  struct owner_word word = {.address = address, .made_at = o->made_at};
  vec_push(&vm->owners, word);
}

/* ---- memory ---- */

struct exchange {
  struct vm *vm;
  const uint8_t *as;
  struct vm_control *h;
  bool added;     /* only what there is in the exchanged state is added, nothing is taken out */
  uint32_t words; /* looked at */
  bool failed;    /* something cannot be renamed */
};

static uint64_t word_of(const struct object *o, uint32_t word) {
  uint64_t data;
  memcpy(&data, o->data + word * 8u, 8);
  return data;
}

static bool is_owner(const struct vm *vm, const struct object *o, uint64_t address) {
  for (uint32_t i = 0; i < vm->owners.count; i++)
    if (vm->owners.data[i].address == address && vm->owners.data[i].made_at == o->made_at) return true;
  return false;
}

static uint32_t renamed_owner(const struct exchange *x, uint32_t owner) {
  return owner && owner <= x->vm->threads.count && !MUTATED(ALIKE_OWNER) ? x->as[owner - 1] + 1u : owner;
}

/* The contents of a word in the exchanged state. */
static uint64_t renamed_word(struct exchange *x, const struct object *o, uint32_t word) {
  uint64_t data = word_of(o, word), address = o->base + word * 8u;
  if (o->nonconcrete && o->nonconcrete[word]) {
    for (unsigned i = 0; o->sym && i < 8; i++)
      if (o->sym[word * 8u + i] && object_is_nonconcrete(o, word * 8u + i))
        x->failed |= is_opaque(x->vm, o->sym[word * 8u + i] >> 3);
    return data;
  }
  if (is_of_thread(x->vm, data)) return MUTATED(ALIKE_POINTER) ? data : permute_address(x->vm, x->as, data);
  uint32_t halves[2] = {(uint32_t)data, (uint32_t)(data >> 32)};
  for (unsigned i = 0; i < 2 && data; i++)
    if (is_owner(x->vm, o, address + 4 * i)) halves[i] = renamed_owner(x, halves[i]);
  return (uint64_t)halves[1] << 32 | halves[0];
}

static void exchange_word(struct exchange *x, const struct object *o, uint32_t word) {
  uint64_t address = o->base + word * 8u, data = word_of(o, word), renamed = renamed_word(x, o, word);
  uint8_t nonconcrete = o->nonconcrete ? o->nonconcrete[word] : 0;
  const uint32_t *sym = o->sym ? &o->sym[word * 8u] : NULL;
  uint64_t there = permute_address(x->vm, x->as, address);
  if (there == address && renamed == data) return;
  if (!x->added) state_hash_word(x->vm, x->h, address, data, nonconcrete, sym);
  state_hash_word(x->vm, x->h, there, renamed, nonconcrete, sym);
}

static void exchange_object(struct exchange *x, const struct object *o) {
  uint16_t only = o->only < x->vm->threads.count ? x->as[o->only] : o->only;
  uint64_t there = permute_address(x->vm, x->as, o->base);
  if (there != o->base || only != o->only) {
    if (!x->added) state_hash_facts(x->h, o->base, o->size, o->only);
    state_hash_facts(x->h, there, o->size, only);
  }
  uint32_t words = o->readonly ? 0 : (uint32_t)((o->size + 7) / 8);
  x->words += words + 1;
  for (uint32_t w = 0; w < words && x->words < MOST_WORDS; w++) exchange_word(x, o, w);
}

static void exchange_region(struct exchange *x, uint32_t region) {
  const struct region *r = &x->vm->regions[region];
  const struct object *last = NULL;
  for (uint32_t s = 0; s < r->count && x->words < MOST_WORDS; s++) {
    const struct object *o = r->slots[s];
    x->words++;
    if (!o || o == last || o->released) continue;
    last = o;
    if (state_hash_counts(o)) exchange_object(x, o);
  }
}

/* Locks elsewhere that a thread holds. */
static void exchange_owners(struct exchange *x) {
  for (uint32_t i = 0; i < x->vm->owners.count; i++) {
    uint64_t address = x->vm->owners.data[i].address;
    const struct object *o = memory_at(x->vm, address);
    if (!o || o->released || o->made_at != x->vm->owners.data[i].made_at || !state_hash_counts(o) || o->readonly)
      continue;
    if (permute_address(x->vm, x->as, o->base) == o->base) exchange_word(x, o, (uint32_t)((address - o->base) / 8));
  }
}

/* The hash of memory with the threads exchanged; false: it is not known. */
static bool exchange_memory(struct vm *vm, const uint8_t *as, struct vm_control *h) {
  struct exchange x = {.vm = vm, .as = as, .h = h};
  bool shown = false;
  *h = vm->memory_hash;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    if (as[i] != i) shown |= t->shown;
  }
  if (shown)
    for (uint32_t r = 0; r < regions_used(vm); r++) exchange_region(&x, r);
  else {
    for (uint32_t i = 0; i < vm->threads.count; i++)
      for (unsigned k = 0; as[i] != i && k < 2; k++)
        exchange_region(&x, (k ? stack_region : heap_region)(vm->threads.data[i]));
    exchange_owners(&x);
  }
  return !x.failed && x.words < MOST_WORDS;
}

uint32_t vm_globals_end(const struct vm *vm) { return vm->globals_end; }

/* Constants are no part of a hash. */
bool vm_hash_of_globals(struct vm *vm, uint32_t from, uint32_t to, const uint8_t *as, struct vm_control *h) {
  enum { MOST_LOOKED_AT = 512 };
  struct exchange x = {.vm = vm, .as = as, .h = h};
  *h = (struct vm_control){0};
  for (uint32_t s = from; s < to && s < vm->regions[0].count && x.words < MOST_LOOKED_AT; s++) {
    const struct object *o = vm->regions[0].slots[s];
    if (!o || o->slot != s || o->readonly || !state_hash_counts(o)) continue;
    state_hash_facts(h, o->base, o->size, as && o->only < vm->threads.count ? as[o->only] : o->only);
    for (uint32_t w = 0; w < (o->size + 7) / 8 && x.words < MOST_LOOKED_AT; w++, x.words++)
      state_hash_word(vm, h, o->base + w * 8u, as ? renamed_word(&x, o, w) : word_of(o, w),
                      o->nonconcrete ? o->nonconcrete[w] : 0, o->sym ? &o->sym[w * 8u] : NULL);
  }
  return x.words < MOST_LOOKED_AT;
}

/* ---- the order ---- */

struct member {
  uint32_t thread;
  struct vm_control local; /* what it is doing, whoever it is */
};

static bool is_member(const struct vm *vm, uint32_t thread, const struct join_ahead *ahead) {
  const struct thread *t = vm->threads.data[thread];
  unsigned alike = vm->alike[t->regs.function];
  if (t->regs.status == THREAD_NONE || t->parent || t->joined || t->regs.children || !(alike & STATIC_ALIKE))
    return false;
  if (!(alike & STATIC_NOT_JOINED) && !(ahead->joined >> thread & 1) && !MUTATED(ALIKE_JOINS)) return false;
  return alike & STATIC_SAME_RESULT || !(ahead->stored >> thread & 1);
}

/* An argument that is still to be read is in a register: it goes with its thread. */
static bool are_of_one_kind(const struct vm *vm, uint32_t a, uint32_t b) {
  return vm->threads.data[a]->regs.function == vm->threads.data[b]->regs.function;
}

/* Loops that wait are known by addresses; others may be renamed only where no addresses were shown. */
static bool may_exchange(struct vm *vm) {
  bool shown = false, spins = false, opaque = false;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    if (t->regs.status == THREAD_NONE) continue;
    shown |= t->shown;
    spins |= t->regs.status == THREAD_READY && t->regs.spins_from != IR_NONE;
    opaque |= t->regs.names & PERMUTE_OPAQUE;
  }
  return !opaque && !(shown && spins);
}

/* The members of the kind of the first one, from a list by bit. */
static uint32_t kind_of(const struct vm *vm, uint64_t *left, struct member *kind) {
  uint32_t count = 0, first = (uint32_t)__builtin_ctzll(*left);
  for (uint64_t rest = *left; rest; rest &= rest - 1) {
    uint32_t t = (uint32_t)__builtin_ctzll(rest);
    if (!are_of_one_kind(vm, first, t)) continue;
    kind[count++] = (struct member){.thread = t};
    *left &= ~((uint64_t)1 << t);
  }
  return count;
}

static void add_memory(struct vm *vm, uint32_t region, const uint8_t *as, struct vm_control *h) {
  struct exchange x = {.vm = vm, .as = as, .h = h, .added = true};
  exchange_region(&x, region);
}

/* What a thread is doing: itself has the number SELF in it, all others of its kind OTHER. */
static struct vm_control local_of(struct vm *vm, const struct member *kind, uint32_t count, uint32_t thread) {
  enum { OTHER = VM_MOST_EXCHANGED + 1, SELF };
  uint8_t as[VM_MOST_EXCHANGED];
  struct vm_control h = {0};
  for (uint32_t i = 0; i < vm->threads.count; i++) as[i] = (uint8_t)i;
  for (uint32_t k = 0; k < count; k++) as[kind[k].thread] = kind[k].thread == thread ? SELF : OTHER;
  const struct thread *t = vm->threads.data[thread];
  struct vm_control local = {0};
  state_hash_thread(vm, thread, as, &h);
  add_memory(vm, heap_region(t), as, &local);
  add_memory(vm, stack_region(t), as, &local);
  for (uint32_t i = 0; i < vm->owners.count; i++) {
    const struct object *o = memory_at(vm, vm->owners.data[i].address);
    uint32_t owner;
    if (!o || o->released || !object_allows(o, vm->owners.data[i].address - o->base, 4)) continue;
    memcpy(&owner, o->data + (vm->owners.data[i].address - o->base), 4);
    if (owner == thread + 1) local.low += hash_mix(permute_address(vm, as, vm->owners.data[i].address));
  }
  h.low ^= hash_mix(local.low + 1);
  h.high ^= hash_mix(local.high + local.low);
  return h;
}

static int by_local(const void *left, const void *right) {
  const struct member *a = left, *b = right;
  if (a->local.low != b->local.low) return a->local.low < b->local.low ? -1 : 1;
  if (a->local.high != b->local.high) return a->local.high < b->local.high ? -1 : 1;
  return a->thread < b->thread ? -1 : 1;
}

static uint64_t members_of(struct vm *vm) {
  uint64_t members = 0;
  struct join_ahead ahead = join_ahead(vm);
  for (uint32_t i = 1; i < vm->threads.count; i++)
    if (is_member(vm, i, &ahead)) members |= (uint64_t)1 << i;
  return members;
}

static struct vm_control hash_as(struct vm *vm, const uint8_t *as, bool *known) {
  uint8_t who[VM_MOST_EXCHANGED];
  struct vm_control memory;
  *known = exchange_memory(vm, as, &memory);
  for (uint32_t i = 0; i < vm->threads.count; i++) who[as[i]] = (uint8_t)i;
  return state_hash_from(vm, memory, as, who);
}

/* In each kind the lowest number goes to the thread whose doings come first in the order of hashes. */
static bool find_order(struct vm *vm, uint8_t *as) {
  struct member kind[VM_MOST_EXCHANGED], sorted[VM_MOST_EXCHANGED];
  bool changed = false;
  for (uint64_t left = members_of(vm); left;) {
    uint32_t count = kind_of(vm, &left, kind);
    for (uint32_t k = 0; k < count && count > 1; k++) kind[k].local = local_of(vm, kind, count, kind[k].thread);
    memcpy(sorted, kind, count * sizeof *kind);
    if (count > 1) qsort(sorted, count, sizeof *sorted, by_local);
    for (uint32_t k = 0; k < count; k++) {
      as[sorted[k].thread] = (uint8_t)kind[k].thread;
      changed |= sorted[k].thread != kind[k].thread;
    }
  }
  return changed;
}

struct vm_control vm_ordered_hash(struct vm *vm, uint8_t *as) {
  struct vm_control plain = vm_state_hash(vm);
  bool known;
  for (uint32_t i = 0; i < vm->threads.count && i < VM_MOST_EXCHANGED; i++) as[i] = (uint8_t)i;
  if (!vm->alike || vm->threads.count > VM_MOST_EXCHANGED || !may_exchange(vm) || !find_order(vm, as)) return plain;
  struct vm_control ordered = hash_as(vm, as, &known);
  if (known) return ordered;
  for (uint32_t i = 0; i < vm->threads.count; i++) as[i] = (uint8_t)i;
  return plain;
}

bool vm_threads_are_equal(struct vm *vm, uint32_t a, uint32_t b) {
  uint8_t as[VM_MOST_EXCHANGED];
  bool known;
  if (!vm->alike || vm->threads.count > VM_MOST_EXCHANGED || !may_exchange(vm)) return false;
  uint64_t members = members_of(vm);
  if (!(members >> a & 1 && members >> b & 1) || !are_of_one_kind(vm, a, b)) return false;
  for (uint32_t i = 0; i < vm->threads.count; i++) as[i] = (uint8_t)i;
  as[a] = (uint8_t)b;
  as[b] = (uint8_t)a;
  struct vm_control plain = vm_state_hash(vm), exchanged = hash_as(vm, as, &known);
  return known && plain.low == exchanged.low && plain.high == exchanged.high;
}

uint64_t vm_renamed_address(const struct vm *vm, const uint8_t *as, uint64_t address) {
  return permute_address(vm, as, address);
}
