/* Memory objects: their addresses, birth and death, and their contents.

   An address follows from the object's name: the region is the thread and kind, the slot its number there. Every object
   has a margin of addresses on both sides, so that small mistakes never reach a neighbour. No address is given
   twice on a path, unless an object is meant to take the place of a dead one (reuse.c). A dead object made in the
   current stretch of the path leaves only a shared grave behind. */
#include "vm/state.h"

/* The first 255 threads have addresses below those that no program has natively (2^47), the others above. */
enum { MOST_THREADS = 4096 }; /* beside the first one */
enum { APART = 1 << 16 };     /* objects from this size on have their data in a block of its own */

void memory_open(struct vm *vm) {
  bool wide = vm->program->pointer_bits == 64;
  vm->slot_bits = wide ? 14 : 10;
  vm->region_shift = wide ? 38 : 26;
  vm->margin = wide ? 4096 : 256;
  vm->nregions = wide ? 2 * MOST_THREADS + 4 : 64;
  vm->regions = mem_zalloc(vm->nregions * sizeof *vm->regions);
}

static void free_object(struct vm *vm, struct object *o) {
  vm->bytes -= o->size;
  if (o->size >= APART) {
    free(o->data);
    free(o->nonconcrete);
  }
  free(o->sym);
  free(o->stamps);
  free(o);
}

void memory_forget(struct vm *vm, uint32_t region, uint32_t from, uint32_t to) {
  struct region *r = &vm->regions[region];
  const struct object *last = NULL; /* a large object has several slots in a row */
  for (uint32_t i = from; i < to; i++) {
    struct object *o = r->slots[i];
    if (o == last || !o || o->released) continue;
    last = o;
    free_object(vm, o);
  }
  if (to > from) r->count = from;
}

void memory_close(struct vm *vm) {
  for (uint32_t i = 0; i < vm->entries.count; i++)
    if (vm->entries.data[i].kind == ENTRY_REPLACED) free_object(vm, vm->entries.data[i].before);
  for (uint32_t i = 0; i < regions_used(vm); i++) {
    memory_forget(vm, i, 0, vm->regions[i].count);
    free(vm->regions[i].slots);
  }
  for (uint32_t i = 0; i < vm->grave_list.count; i++) free(vm->grave_list.data[i]);
  vec_free(&vm->grave_list);
  map_free(&vm->graves);
  free(vm->regions);
}

static struct object *new_object(struct vm *vm, uint64_t size, bool initialised) {
  uint64_t words = (size + 7) / 8;
  bool apart = size >= APART;
  uint64_t inside = apart ? 0 : words * 8 + (initialised ? 0 : words);
  struct object *o = mem_zalloc(sizeof *o + inside);
  o->data = apart ? mem_zalloc(words * 8) : (uint8_t *)(o + 1);
  if (!initialised) {
    o->nonconcrete = apart ? mem_alloc(words) : o->data + words * 8;
    memset(o->nonconcrete, 0xff, words);
  }
  o->size = o->limit = size;
  o->born = vm->stamp;
  vm->bytes += size;
  vm->nobjects++;
  return o;
}

static void reserve_slots(struct region *r, uint32_t count) {
  if (count > r->capacity) {
    uint32_t capacity = r->capacity ? r->capacity : 64;
    while (capacity < count) capacity *= 2;
    r->slots = mem_resize(r->slots, capacity * sizeof *r->slots);
    memset(r->slots + r->capacity, 0, (capacity - r->capacity) * sizeof *r->slots);
    r->capacity = capacity;
  }
}

/* How many slots an object takes from a slot on, and where it begins; 0: the region has no room for it. */
static uint64_t slots_of(const struct vm *vm, uint32_t region, uint32_t slot, uint64_t size, uint64_t align,
                         uint64_t *base) {
  uint64_t slot_size = (uint64_t)1 << vm->slot_bits;
  uint64_t start = ((uint64_t)region << vm->region_shift) + ((uint64_t)slot << vm->slot_bits);
  *base = start + vm->margin;
  if (align > 1) *base = (*base + align - 1) & ~(align - 1);
  if (size >> vm->region_shift) return 0; /* nor may the end go round */
  uint64_t end = *base + size + vm->margin;
  uint64_t slots = (end - start + slot_size - 1) >> vm->slot_bits;
  return end < *base || slots > ((uint64_t)1 << (vm->region_shift - vm->slot_bits)) - slot ? 0 : slots;
}

/* A later version of the program may have more functions: there is room for some, so that what comes behind stays where
   it is. */
uint64_t vm_code_bytes(uint32_t functions) {
  enum { SPARE = 4096 };
  return 16 * ((uint64_t)functions + SPARE - functions % SPARE);
}

void vm_global_slots(const struct ir_program *p, uint32_t *slots) {
  struct vm vm = {.program = p};
  uint64_t base;
  memory_open(&vm);
  slots[0] = FIRST_SLOT + (uint32_t)slots_of(&vm, 0, FIRST_SLOT, vm_code_bytes(ir_function_id_limit(p)), 16, &base);
  for (uint64_t i = 0; i < p->nglobals; i++) {
    const struct ir_global *g = &p->globals[i];
    bool apart = g->flags & IR_GLOBAL_TLS;
    slots[i + 1] = slots[i] + (apart ? 0 : (uint32_t)slots_of(&vm, 0, slots[i], g->size, g->align, &base));
  }
  free(vm.regions);
}

struct object *memory_allocate(struct vm *vm, uint32_t region, uint32_t *counter, enum object_kind kind, uint64_t size,
                               uint64_t align, bool initialised) {
  struct region *r = &vm->regions[region];
  uint64_t base, slots = slots_of(vm, region, *counter, size, align, &base);
  ASSERT(region < vm->nregions);
  if (!slots) return NULL;
  struct object *o = new_object(vm, size, initialised);
  o->base = base;
  o->kind = kind;
  o->region = region;
  o->slot = *counter;
  o->born_region = region;
  o->born_slot = *counter;
  o->below = IR_NONE;
  o->made_at = vm->thread ? vm->thread->regs.pc : IR_NONE;
  o->freed_at = IR_NONE;
  o->only = (uint16_t)(region ? (region - 1) / 2 : 0);
  reserve_slots(r, *counter + (uint32_t)slots);
  for (uint64_t i = 0; i < slots; i++) r->slots[*counter + i] = o;
  *counter += (uint32_t)slots;
  r->count = *counter;
  log_add(vm, align > vm->margin ? LOG_OPAQUE : LOG_OBJECT, o->only, base, size);
  return o;
}

struct object *memory_new_heap(struct vm *vm, uint64_t size, uint64_t align) {
  struct thread *t = vm->thread;
  return memory_allocate(vm, heap_region(t), &t->regs.heap_count, OBJECT_HEAP, size, align, false);
}

/* ---- in the place of a dead object ---- */

static uint32_t slots_taken(const struct vm *vm, const struct object *o) {
  const struct region *r = &vm->regions[o->region];
  uint32_t count = 0;
  while (o->slot + count < r->count && r->slots[o->slot + count] == o) count++;
  return count;
}

bool memory_fits(const struct vm *vm, const struct object *dead, uint64_t size, uint64_t align) {
  uint64_t base, slots = slots_of(vm, dead->region, dead->slot, size, align, &base);
  return slots == slots_taken(vm, dead) && base == dead->base && align <= vm->program->pointer_bits / 4;
}

static void put_in_place(struct vm *vm, struct object *old, struct object *new) {
  struct object **slots = vm->regions[old->region].slots + old->slot;
  for (uint32_t i = slots_taken(vm, old); i-- > 0;) slots[i] = new;
}

void memory_restore(struct vm *vm, struct object *o, struct object *dead) {
  ASSERT(o->base == dead->base);
  put_in_place(vm, o, dead);
  free_object(vm, o);
}

/* The slots that it would have had elsewhere stay empty, so that later objects have the same names either way. Whoever
   holds the old address can see it at once. */
struct object *memory_reuse(struct vm *vm, struct object *dead, uint64_t size, uint64_t align) {
  ASSERT(dead->freed_at != IR_NONE && dead->kind == OBJECT_HEAP && !dead->released);
  struct thread *t = vm->thread;
  uint32_t region = heap_region(t), *counter = &t->regs.heap_count;
  uint64_t base, slots = slots_of(vm, region, *counter, size, align, &base);
  if (!slots || !memory_fits(vm, dead, size, align)) return NULL;
  struct object *o = new_object(vm, size, false);
  o->base = dead->base;
  o->kind = OBJECT_HEAP;
  o->region = dead->region;
  o->slot = dead->slot;
  o->born_region = region;
  o->born_slot = *counter;
  o->below = IR_NONE;
  o->made_at = o->freed_at = IR_NONE;
  o->renewed = vm_events(vm);
  o->only = vm->unjoined ? SHARED : (uint16_t)t->index;
  reserve_slots(&vm->regions[region], *counter + (uint32_t)slots);
  for (uint64_t i = 0; i < slots; i++) vm->regions[region].slots[*counter + i] = NULL;
  *counter += (uint32_t)slots;
  vm->regions[region].count = *counter;
  trail_log_replaced(vm, o, dead);
  put_in_place(vm, dead, o);
  return o;
}

struct object *memory_new_stack(struct vm *vm, uint64_t size, uint64_t align, uint32_t name) {
  struct thread *t = vm->thread;
  struct object *o = memory_allocate(vm, stack_region(t), &t->regs.stack_count, OBJECT_STACK, size, align, false);
  if (!o) return NULL;
  o->name = name;
  o->below = t->regs.locals;
  t->regs.locals = o->slot;
  return o;
}

/* A dead object of which nobody will need the contents again: any choice is older than its birth. */
static struct object *grave_for(struct vm *vm, const struct object *o) {
  uint64_t key = hash_join(((uint64_t)o->made_at << 32) | o->freed_at, hash_join(o->kind, o->name));
  uint32_t index;
  if (map_get(&vm->graves, key, &index)) return vm->grave_list.data[index];
  struct object *grave = mem_zalloc(sizeof *grave);
  *grave = (struct object){
      .kind = o->kind, .released = true, .name = o->name, .made_at = o->made_at, .freed_at = o->freed_at};
  map_put(&vm->graves, key, vm->grave_list.count);
  vec_push(&vm->grave_list, grave);
  return grave;
}

void memory_kill(struct vm *vm, struct object *o, uint32_t at) {
  ASSERT(!o->released && o->kind != OBJECT_CODE);
  log_add(vm, LOG_DEATH, 0, vm_location_object(o->region, o->slot), 0);
  if (o->born != vm->stamp || o->pooled) { /* what may be handed out again is not forgotten */
    trail_log_death(vm, o);
    o->limit = 0;
    o->freed_at = at;
    return;
  }
  o->freed_at = at;
  struct object *grave = grave_for(vm, o);
  struct region *r = &vm->regions[o->region];
  for (uint32_t i = o->slot; i < r->count && r->slots[i] == o; i++) r->slots[i] = grave;
  free_object(vm, o);
}

struct object *memory_tls(struct vm *vm, uint32_t global) {
  struct thread *t = vm->thread;
  return vm->regions[heap_region(t)].slots[t->tls[global] - 1];
}
