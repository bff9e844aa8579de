/* May-access sets over the control flow of each function and over calls, to the end of the thread. A set has two bits
   for each place of memory that several threads can reach, as the static layer tells places apart: read, written.
   Threads that will be created count as their creator. */
#include "explore/stop_sets.h"

#include <stdlib.h>

#include "util/map.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/vec.h"

enum { ROOM = 256 };
enum { BIT_UNKNOWN, BIT_OTHERS, BIT_PLACES }; /* nobody knows what; memory that is no global */

struct stop_sets {
  const struct ir_program *p;
  const struct statics *s;
  uint32_t words;
  uint64_t *block, *function; /* per block and function: what may come from its beginning on */
  uint64_t *after;            /* what the program does after main */
  VEC(struct static_location) places;
  struct map numbers; /* of places */
  struct map known;   /* per thread and where it is -> footprint of: */
  const struct footprints *footprints;
  struct map from; /* per instruction that was asked about -> index in */
  VEC(uint64_t *) sets;
  uint64_t *scratch;
  struct static_location room[ROOM];
};

/* ---- what an instruction does ---- */

static uint32_t place_number(struct stop_sets *x, const struct static_location *l) {
  uint64_t key = hash_join(hash_join(l->index, (uint64_t)l->offset), hash_join(l->width, l->stride));
  uint32_t number;
  if (map_get(&x->numbers, key, &number)) return number;
  map_put(&x->numbers, key, x->places.count);
  vec_push(&x->places, *l);
  return x->places.count - 1;
}

/* Calls `see` with the bit of each place. */
typedef void see_bit(struct stop_sets *x, uint64_t *set, uint32_t bit);

static void see_locations(struct stop_sets *x, const struct static_location *l, uint32_t count, bool write,
                          see_bit *see, uint64_t *set) {
  if (count > ROOM) see(x, set, BIT_UNKNOWN);
  for (uint32_t i = 0; i < count && i < ROOM; i++) {
    if (l[i].kind == STATIC_ANYTHING) see(x, set, BIT_UNKNOWN);
    else if (l[i].kind != STATIC_GLOBAL) see(x, set, BIT_OTHERS);
    else see(x, set, BIT_PLACES + 2 * place_number(x, &l[i]) + write);
  }
}

static void see_instruction(struct stop_sets *x, uint32_t i, see_bit *see, uint64_t *set) {
  const struct statics *s = x->s;
  struct static_location *l = x->room;
  const struct ir_ins *ins = &x->p->ins[i];
  bool call = ins->op == IR_CALL || ins->op == IR_ICALL;
  if (!static_is_live(s, i)) return;
  if (call || static_is_shared_access(s, i)) {
    see_locations(x, l, static_reads(s, i, l, ROOM), false, see, set);
    see_locations(x, l, static_writes(s, i, l, ROOM), true, see, set);
  }
  if (ins->op == IR_ALLOCA) see(x, set, BIT_OTHERS); /* it ends */
  if (!call || !(static_roles(s, i) & STATIC_SYNCHRONISES)) return;
  for (int32_t k = 0; k < ins->c; k++)
    see_locations(x, l, static_points(s, i, x->p->extra[ins->b + k], l, ROOM), true, see, set);
}

static void see_nothing(struct stop_sets *x, uint64_t *set, uint32_t bit) {
  (void)x;
  (void)set;
  (void)bit;
}

static void see_own(struct stop_sets *x, uint64_t *set, uint32_t bit) {
  (void)x;
  set[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* ---- what may follow ---- */

static bool join(uint64_t *into, const uint64_t *from, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < words; i++) {
    more |= from[i] & ~into[i];
    into[i] |= from[i];
  }
  return more;
}

static uint64_t *block_set(const struct stop_sets *x, uint64_t block) { return x->block + block * x->words; }

static bool join_callees(struct stop_sets *x, uint32_t i, uint64_t *set) {
  const uint32_t *callees;
  bool more = false;
  if (x->p->ins[i].op != IR_CALL && x->p->ins[i].op != IR_ICALL) return false;
  uint32_t count = static_callees(x->s, i, &callees);
  for (uint32_t k = 0; k < count; k++) more |= join(set, x->function + (size_t)callees[k] * x->words, x->words);
  return more;
}

static bool join_successors(struct stop_sets *x, const struct ir_ins *last, uint64_t *set) {
  bool more = false;
  if (last->op == IR_BR) return join(set, block_set(x, (uint32_t)last->a), x->words);
  if (last->op == IR_CBR)
    return join(set, block_set(x, (uint32_t)last->b), x->words) | join(set, block_set(x, (uint32_t)last->c), x->words);
  if (last->op != IR_SWITCH) return false;
  for (int32_t k = 0; k < last->c; k += 2)
    more |= join(set, block_set(x, (uint32_t)x->p->extra[last->b + k]), x->words);
  return more;
}

static bool look_at_block(struct stop_sets *x, uint32_t b) {
  const struct ir_block *block = &x->p->blocks[b];
  uint64_t *set = block_set(x, b);
  bool more = false;
  if (!block->count) return false;
  for (uint32_t i = block->first; i < block->first + block->count; i++) more |= join_callees(x, i, set);
  return more | join_successors(x, &x->p->ins[block->first + block->count - 1], set);
}

static bool go_round(struct stop_sets *x) {
  bool more = false;
  for (uint32_t f = 0; f < x->p->nfunctions; f++) {
    const struct ir_function *fn = &x->p->functions[f];
    for (uint32_t b = fn->first_block + fn->nblocks; b-- > fn->first_block;) more |= look_at_block(x, b);
    if (fn->nblocks) more |= join(x->function + (size_t)f * x->words, block_set(x, fn->first_block), x->words);
  }
  return more;
}

static void find_after(struct stop_sets *x) {
  uint32_t function = ir_find_function(x->p, "exit");
  if (function != IR_NONE) join(x->after, x->function + (size_t)function * x->words, x->words);
  for (uint32_t i = 0; i < x->p->ndtors; i++) join(x->after, x->function + (size_t)x->p->dtors[i] * x->words, x->words);
}

struct stop_sets *stop_sets_open(const struct statics *s, const struct ir_program *program) {
  struct stop_sets *x = mem_zalloc(sizeof *x);
  x->p = program;
  x->s = s;
  for (uint32_t i = 0; i < program->nins; i++) see_instruction(x, i, see_nothing, NULL);
  x->words = (BIT_PLACES + 2 * x->places.count) / 64 + 1;
  x->block = mem_zalloc((program->nblocks + 1) * x->words * sizeof *x->block);
  x->function = mem_zalloc((program->nfunctions + 1) * x->words * sizeof *x->function);
  x->after = mem_zalloc(x->words * sizeof *x->after);
  x->scratch = mem_zalloc(x->words * sizeof *x->scratch);
  for (uint32_t b = 0; b < program->nblocks; b++)
    for (uint32_t i = program->blocks[b].first; i < program->blocks[b].first + program->blocks[b].count; i++)
      see_instruction(x, i, see_own, block_set(x, b));
  while (go_round(x)) {}
  find_after(x);
  return x;
}

void stop_sets_close(struct stop_sets *x) {
  if (!x) return;
  free(x->block);
  free(x->function);
  free(x->after);
  free(x->scratch);
  for (uint32_t i = 0; i < x->sets.count; i++) free(x->sets.data[i]);
  vec_free(&x->sets);
  map_free(&x->from);
  vec_free(&x->places);
  map_free(&x->numbers);
  map_free(&x->known);
  free(x);
}

/* ---- footprints ---- */

/* What may come from the instruction on, in its function. */
static const uint64_t *set_from(struct stop_sets *x, uint32_t ins) {
  uint32_t index;
  if (map_get(&x->from, ins, &index)) return x->sets.data[index];
  uint64_t *set = mem_zalloc(x->words * sizeof *set);
  for (uint32_t i = ins;; i++) {
    see_instruction(x, i, see_own, set);
    join_callees(x, i, set);
    if (ir_ops[x->p->ins[i].op].class != IR_CLASS_FLOW) continue;
    join_successors(x, &x->p->ins[i], set);
    break;
  }
  map_put(&x->from, ins, x->sets.count);
  vec_push(&x->sets, set);
  return set;
}

static footprint add_range(struct footprints *f, footprint set, uint32_t thread, struct vm_range range) {
  struct vm_op op = {.kind = range.write ? VM_OP_WRITE : VM_OP_READ, .ins = IR_NONE, .range = {range}};
  return range.size ? footprint_add(f, set, thread, &op) : set;
}

static struct vm_range range_of(const struct vm *vm, const struct static_location *l, bool write) {
  struct vm_range whole = vm_global_range(vm, l->index);
  whole.write = write;
  if (l->stride || !l->width || l->offset < 0 || (uint64_t)l->offset + l->width > whole.size) return whole;
  return (struct vm_range){.address = whole.address + (uint64_t)l->offset, .size = l->width, .write = write};
}

struct adding {
  struct footprints *f;
  footprint set;
  uint32_t thread;
};

static void add_object(void *context, uint64_t address, uint64_t size) {
  struct adding *a = context;
  a->set = add_range(a->f, a->set, a->thread, (struct vm_range){.address = address, .size = size, .write = true});
}

static bool has(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> bit % 64 & 1; }

static footprint places_ahead(struct stop_sets *x, const struct vm *vm, struct footprints *f, uint32_t thread) {
  footprint set = FOOTPRINT_NONE;
  for (uint32_t i = 0; i < x->places.count; i++) {
    bool read = has(x->scratch, BIT_PLACES + 2 * i), write = has(x->scratch, BIT_PLACES + 2 * i + 1);
    if (read || write) set = add_range(f, set, thread, range_of(vm, &x->places.data[i], write));
  }
  return set;
}

/* Everything that the thread may still do. */
static footprint thread_ahead(struct stop_sets *x, const struct vm *vm, struct footprints *f, uint32_t thread) {
  uint32_t places[64], count = vm_thread_stack(vm, thread, places, 64), known;
  uint64_t key = thread;
  for (uint32_t i = 0; i < x->words; i++) x->scratch[i] = 0;
  for (uint32_t i = 0; i < count && i < 64; i++) {
    key = hash_join(key, places[i]);
    join(x->scratch, set_from(x, places[i]), x->words);
  }
  if (!thread) join(x->scratch, x->after, x->words);
  if (count > 64 || has(x->scratch, BIT_UNKNOWN)) return footprint_add_unknown(f, FOOTPRINT_NONE);
  if (!map_get(&x->known, key, &known)) {
    known = places_ahead(x, vm, f, thread);
    map_put(&x->known, key, known);
  }
  struct adding a = {.f = f, .set = known, .thread = thread};
  if (has(x->scratch, BIT_OTHERS)) vm_visit_shared(vm, add_object, &a);
  return a.set;
}

footprint stop_sets_ahead(struct stop_sets *x, const struct vm *vm, struct footprints *f) {
  footprint set = FOOTPRINT_NONE;
  if (MUTATED(DIVERGENCE_STOP)) return set;
  if (x->footprints != f) map_free(&x->known);
  x->footprints = f;
  if (vm_renews(vm) || vm_has_sections(vm) || vm_joins_compete(vm)) return footprint_add_unknown(f, set);
  for (uint32_t t = 0; t < vm_thread_count(vm); t++) {
    enum vm_thread_status status = vm_thread_status(vm, t);
    if (status == THREAD_LOCAL || status == THREAD_READY) set = footprint_join(f, set, thread_ahead(x, vm, f, t));
  }
  return set;
}
