/* Memory that is handed out again, and the identity of threads likewise.

   An allocation gets an address that no object had before or, where the program could tell, that of a freed
   object of the same size class: which of the two is an input of the program, "malloc_reuses.N" for the N-th request
   of a thread. Its value is 0 for a new address, k for the k-th object of the class counted back from the one that
   was freed last; so a native run can follow it. An address of which no copy is held any more (held.c) is not tried:
   nobody could tell it from a new one.

   What is free is something that threads share: who frees writes to a place that stands for the size class, who
   allocates reads it. Two allocations need no order: each may take whatever the other leaves, and both have been
   tried with either. */
#include <stdio.h>
#include <stdlib.h>

#include "ir/thread_functions.h"
#include "static/static.h"
#include "vm/reuse.h"

/* ---- is it tried at all? ---- */

static bool is_users(const struct ir_function *f) { return f->flags & IR_FN_DEFINED && !(f->flags & IR_FN_LIBRARY); }

static bool is_one_of(const char *name, const char *const *names, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

/* Functions after which memory or the identity of a thread is free. */
static bool gives_back(const char *name) {
  static const char *const names[] = {"free", "realloc", "reallocarray"};
  return is_one_of(name, names, sizeof names / sizeof *names) ||
         thread_function_order(name) & (THREAD_JOINS | THREAD_DETACHES);
}

static bool may_look(const struct ir_program *p, const struct ir_ins *ins) {
  if (ins->op == IR_ICALL) return true;
  if (ins->op == IR_CALL)
    return thread_function_order(ir_text(p, p->functions[ins->a].name)) & (THREAD_ASKS | THREAD_COMPARES);
  const struct ir_op_info *op = &ir_ops[ins->op];
  if (op->address == IR_ADDRESS_EXCHANGE) return true;
  if (op->shape[3] != 'v') return op->address == IR_ADDRESS_NUMBER;
  return op->class == IR_CLASS_PURE && ins->width == p->pointer_bits && op->pointers != IR_POINTERS_ELEMENT;
}

/* Nearly all programs are known at a glance not to tell. */
static bool may_tell(const struct ir_program *p) {
  bool gives = false, looks = false;
  for (uint32_t f = 0; f < p->nfunctions && !(gives && looks); f++) {
    const struct ir_function *function = &p->functions[f];
    if (gives_back(ir_text(p, function->name))) gives = true;
    for (uint32_t i = function->first_ins; is_users(function) && i < function->first_ins + function->nins && !looks;
         i++)
      looks = may_look(p, &p->ins[i]);
  }
  return gives && looks;
}

static unsigned told(const struct vm *vm) {
  if (vm->host.statics) return static_tells(vm->host.statics);
  if (!may_tell(vm->program)) return 0;
  struct statics *s = static_open(vm->program);
  unsigned tells = static_tells(s);
  static_close(s);
  return tells;
}

void reuse_open(struct vm *vm) {
  if (MUTATED(REUSE_NEVER) || vm->config->malloc == MALLOC_FRESH) return;
  bool always = vm->config->malloc == MALLOC_REUSE;
  unsigned tells = always ? 0 : told(vm);
  if (always || tells & STATIC_TELLS_NUMBERS) vm->reuses = REUSE_ALL;
  else if (tells & STATIC_TELLS_ADDRESSES) vm->reuses = REUSE_HELD;
  vm->reuses_threads = always || tells & STATIC_TELLS_THREADS;
  if (vm->reuses_threads) vm->joins_compete = true; /* with creations */
}

/* ---- what is free ---- */

enum { HANDLES = 8 }; /* what stands for the handles of threads; classes of sizes are larger */

/* As the C library rounds up: a word of its own, then to a multiple of sixteen. */
static uint64_t class_of(const struct vm *vm, uint64_t size) {
  uint64_t word = vm->program->pointer_bits / 8, chunk = (size + word + 15) & ~(uint64_t)15;
  return chunk < 4 * word ? 4 * word : chunk;
}

static struct vm_range pool_of(const struct vm *vm, uint64_t size, bool write) {
  return (struct vm_range){.address = VM_POOL + class_of(vm, size), .size = 1, .write = write};
}

static int by_death(const void *a, const void *b) {
  const struct object *x = *(struct object *const *)a, *y = *(struct object *const *)b;
  return x->death < y->death ? 1 : x->death > y->death ? -1 : 0;
}

/* The freed objects of a size class, in no order. */
static void add_freed(const struct vm *vm, uint64_t class, reuse_list *freed) {
  for (uint32_t t = 0; t < vm->threads.count && vm->deaths; t++) {
    const struct region *r = &vm->regions[heap_region(vm->threads.data[t])];
    for (uint32_t s = 0; s < r->count; s++) {
      struct object *o = r->slots[s];
      if (o && o->slot == s && o->death && class_of(vm, o->size) == class) vec_push(freed, o);
    }
  }
}

/* The last one first. */
static void find_freed(const struct vm *vm, uint64_t size, reuse_list *freed) {
  add_freed(vm, class_of(vm, size), freed);
  if (freed->count) qsort(freed->data, freed->count, sizeof *freed->data, by_death);
}

/* ---- visible operations ---- */

/* All that an object in this place may have: who waits to free it may find another one there when its turn comes. */
static uint64_t room_of(const struct vm *vm, const struct object *o) {
  return class_of(vm, o->size) - vm->program->pointer_bits / 8;
}

enum step reuse_turn_free(struct vm *vm, struct object *o) {
  if (!o->pooled || !vm->unjoined) return visible_death(vm, o);
  struct vm_op op = {.kind = VM_OP_WRITE, .after = IR_NONE, .atomic = visible_to_none(vm, o)};
  if (!op.atomic) op.range[0] = visible_range(vm, o, 0, room_of(vm, o), true);
  op.range[!op.atomic] = pool_of(vm, o->size, true);
  return visible_operation(vm, &op);
}

enum step reuse_turn_stale(struct vm *vm, const struct object *o, uint64_t address) {
  if (!o || o->released || !o->pooled) return visible_corpse(vm, o, address, o && o->size ? o->size : 1, true);
  if (!vm->unjoined || o->freed_at == IR_NONE) return STEP_NEXT;
  struct vm_op op = {
      .kind = VM_OP_WRITE,
      .after = IR_NONE,
      .range = {{.address = o->base, .size = room_of(vm, o), .write = true}, pool_of(vm, o->size, true)}};
  return visible_operation(vm, &op);
}

/* An object in an old place is seen at once by who holds the old address: until it is known which place that is, the
   request may touch any object. */
void reuse_refresh(const struct vm *vm, struct vm_op *op) {
  reuse_list freed = {0};
  if (op->kind != VM_OP_READ || op->range[0].address <= VM_POOL + HANDLES) return;
  add_freed(vm, op->range[0].address - VM_POOL, &freed);
  op->everything = freed.count;
  vec_free(&freed);
}

static enum step turn_to_allocate(struct vm *vm, uint64_t size) {
  if (!vm->unjoined || MUTATED(REUSE_ORDER)) return STEP_NEXT;
  struct vm_op op = {.kind = VM_OP_READ, .after = IR_NONE, .atomic = true, .range = {pool_of(vm, size, false)}};
  reuse_refresh(vm, &op);
  return visible_operation(vm, &op);
}

static void take(struct vm *vm, const struct object *o) {
  struct vm_range range = {.address = o->base, .size = o->size ? o->size : 1, .write = true};
  if (vm->unjoined && vm->host.events.touched) vm->host.events.touched(vm->host.events.context, &range, false);
}

void reuse_freed(struct vm *vm, struct object *o) {
  trail_log_scalar(vm, &vm->deaths);
  o->death = ++vm->deaths;
}

/* ---- the choice ---- */

/* The values are tried one after the other: the instruction is executed again for each, and finds the input that it
   made. */
static enum step choose(struct vm *vm, const char *base, const uint32_t *values, uint32_t count, uint64_t *value) {
  struct cell *choice = &vm->thread->regs.choice;
  char full[256];
  const char *name = decide_input_name(vm, base, full, sizeof full);
  const uint8_t *fixed = given_input(vm, name, 4, SYM_INPUT);
  if (fixed) {
    uint32_t known;
    memcpy(&known, fixed, 4);
    *value = known;
    return STEP_NEXT;
  }
  if (!choice->expr) {
    sym_id any = sym_const(vm->sym, 0, 1);
    choice->expr = sym_bytes(vm->sym, decide_input(vm, name, 4, SYM_INPUT), 4);
    for (uint32_t i = 0; i < count; i++)
      any = sym_binary(vm->sym, SYM_OR, any,
                       sym_binary(vm->sym, SYM_EQ, choice->expr, sym_const(vm->sym, values[i], 32)));
    enum step step = decide_assume(vm, any);
    if (step != STEP_NEXT) return step;
  }
  enum step step = decide_value(vm, choice, 32, "what is handed out again", value);
  if (step == STEP_NEXT) *choice = (struct cell){0};
  return step;
}

/* The user's call must be one that native replay knows, where it counts them too. */
bool reuse_is_request(const struct vm *vm) {
  static const char *const names[] = {"malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"};
  const struct thread *t = vm->thread;
  uint32_t base = t->regs.base, function = frame_function(t, base);
  if (!vm->reuses) return false;
  for (uint32_t depth = t->regs.depth; depth > 1; depth--) {
    base = (uint32_t)(t->cells[base - FRAME_CELLS].value >> 32);
    uint32_t caller = frame_function(t, base);
    if (is_users(&vm->program->functions[caller])) break;
    function = caller;
  }
  return is_one_of(ir_text(vm->program, vm->program->functions[function].name), names, sizeof names / sizeof *names);
}

enum { MOST_VALUES = 200 };

/* The values that make a difference: 0, and the positions of those that fit and that somebody may know. */
static uint32_t find_values(struct vm *vm, const reuse_list *freed, uint64_t size, uint64_t align, uint32_t *values) {
  uint32_t count = 1;
  bool *held = mem_zalloc(freed->count + 1);
  if (freed->count) held_find(vm, freed, held);
  values[0] = 0;
  for (uint32_t i = 0; i < freed->count && count < MOST_VALUES; i++)
    if ((held[i] || vm->reuses == REUSE_ALL) && memory_fits(vm, freed->data[i], size, align)) values[count++] = i + 1;
  free(held);
  if (count == MOST_VALUES)
    decide_incomplete(vm, "more than %d freed objects whose addresses might be used again", MOST_VALUES);
  return count;
}

/* Whether an address is held depends on what others have done with it before: where they do that later the object may
   be taken. So a request that leaves it alone counts as touching it. */
static void touch_unheld(struct vm *vm, const reuse_list *freed, uint64_t size, uint64_t align) {
  for (uint32_t i = 0; i < freed->count; i++)
    if (memory_fits(vm, freed->data[i], size, align)) take(vm, freed->data[i]);
}

static enum step allocate_again(struct vm *vm, uint64_t size, uint64_t align, struct object **object) {
  reuse_list freed = {0};
  uint32_t values[MOST_VALUES], request = vm->thread->regs.requests + 1;
  char name[40];
  uint64_t value = 0;
  find_freed(vm, size, &freed);
  uint32_t count = find_values(vm, &freed, size, align, values);
  snprintf(name, sizeof name, "malloc_reuses.%u", request);
  log_add(vm, LOG_OPAQUE, 0, 0, 0); /* another state has other objects to choose from */
  enum step step = count > 1 ? choose(vm, name, values, count, &value) : STEP_NEXT;
  if (step == STEP_NEXT) {
    vm->thread->regs.requests = request;
    if (value && value <= freed.count) *object = memory_reuse(vm, freed.data[value - 1], size, align);
    if (*object) take(vm, *object);
    else touch_unheld(vm, &freed, size, align);
    if (*object) vm->thread->regs.taken = path_enter(vm->thread->regs.taken + request, (uint32_t)value);
  }
  vec_free(&freed);
  return step;
}

enum step reuse_allocate(struct vm *vm, uint64_t size, uint64_t align, struct object **object) {
  enum step step = turn_to_allocate(vm, size);
  return step == STEP_NEXT ? allocate_again(vm, size, align, object) : step;
}

/* ---- the identity of threads ---- */

/* As the C library does, the one that was given back last is handed out: 0 or 1, "thread_reuses.N" for the N-th
   thread that a thread creates. */

struct vm_range reuse_thread_pool(bool write) {
  return (struct vm_range){.address = VM_POOL + HANDLES, .size = 1, .write = write};
}

enum step reuse_turn_create(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes) {
  if (!vm->reuses_threads) return visible_to_none(vm, o) ? STEP_NEXT : visible_access(vm, o, offset, bytes, true);
  if (!vm->unjoined) return STEP_NEXT;
  struct vm_op op = {.kind = VM_OP_WRITE, .after = IR_NONE, .atomic = visible_to_none(vm, o)};
  if (!op.atomic) op.range[0] = visible_range(vm, o, offset, bytes, true);
  op.range[!op.atomic] = reuse_thread_pool(false);
  return visible_operation(vm, &op);
}

void reuse_give_back(struct vm *vm, struct thread *t) {
  if (!vm->reuses_threads) return;
  trail_log_scalar(vm, &vm->deaths);
  trail_log_scalar(vm, &t->given_back);
  t->given_back = ++vm->deaths;
}

enum step reuse_handle(struct vm *vm, uint64_t *handle) {
  static const uint32_t values[] = {0, 1};
  struct thread *last = NULL;
  char name[40];
  uint64_t value = 0;
  *handle = 0;
  for (uint32_t i = 0; i < vm->threads.count && vm->reuses_threads; i++) {
    struct thread *t = vm->threads.data[i];
    if (t->given_back && (!last || t->given_back > last->given_back)) last = t;
  }
  if (vm->reuses_threads) log_add(vm, LOG_OPAQUE, 0, 0, 0);
  if (!last) return STEP_NEXT;
  struct thread_regs *regs = &vm->thread->regs;
  snprintf(name, sizeof name, "thread_reuses.%u", regs->children + 1);
  enum step step = choose(vm, name, values, 2, &value);
  if (step != STEP_NEXT || !value) return step;
  regs->taken = path_enter(regs->taken + regs->children, 1);
  *handle = last->regs.handle;
  trail_log_scalar(vm, &last->given_back);
  last->given_back = 0;
  return STEP_NEXT;
}

static bool is_over(const struct thread *t) { return t->joined || (t->regs.detached && t->regs.status == THREAD_DONE); }

struct thread *reuse_thread_of(const struct vm *vm, uint64_t handle) {
  struct thread *found = NULL;
  for (uint32_t i = 0; i < vm->threads.count && handle; i++) {
    struct thread *t = vm->threads.data[i];
    if (t->regs.status == THREAD_NONE || t->regs.handle != handle) continue;
    if (!found || is_over(found)) found = t;
  }
  return found;
}
