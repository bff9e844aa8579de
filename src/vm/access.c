/* Loads and stores in full generality: addresses that are symbolic, contents that are, ranges that do not fit.

   A symbolic address inside one object becomes a read from a table of the object's elements, or a conditional update of
   each element it may mean. An address that may mean several objects splits the path, one object each. */
#include <stdio.h>

#include "vm/state.h"

enum {
  MOST_ELEMENTS = 65536, /* of a symbolic read */
  MOST_UPDATES = 4096,   /* of a symbolic write */
  FEW_ELEMENTS = 1024,   /* up to here no question is asked to narrow the range */
};

/* `logged`: the log says what it depended on. */
static enum step fail_at(struct vm *vm, struct object *o, uint64_t address, uint64_t bytes, enum access how,
                         bool logged) {
  if (irrelevant_here(vm)) return irrelevant_skip(vm);
  if (o && o->missing)
    return decide_cut(vm, "'%s' is declared, but defined nowhere: it has no value", ir_text(vm->program, o->name));
  if (!check_on(vm, CHECK_MEMORY)) return decide_cut(vm, "a bad memory access while its check is off");
  char message[256], detail[256];
  const char *more = describe_access(vm, o, address, bytes, how, message, sizeof message, detail, sizeof detail);
  return logged ? decide_fail_logged(vm, FAILURE_MEMORY, message, more)
                : decide_fail(vm, FAILURE_MEMORY, message, more);
}

/* Through a plain address. Where objects come and go another state may have one there; globals are there for ever. */
static enum step fail_plainly(struct vm *vm, struct object *o, uint64_t address, uint64_t bytes, enum access how) {
  bool logged = !(address >> vm->region_shift) && !(o && o->missing);
  if (logged) log_add(vm, LOG_FAULT, 0, address, 0);
  return fail_at(vm, o, address, bytes, how, logged);
}

static bool is_data(const struct object *o) { return o->kind != OBJECT_CODE; }

static bool allowed(const struct object *o, uint64_t address, uint64_t bytes, enum access how) {
  return o && is_data(o) && object_allows(o, address - o->base, bytes) && !(how == ACCESS_WRITE && o->readonly);
}

static sym_id inside(struct vm *vm, sym_id address, const struct object *o, uint64_t bytes) {
  unsigned width = vm->program->pointer_bits;
  if (o->limit < bytes || !is_data(o)) return sym_const(vm->sym, 0, 1);
  sym_id offset = sym_binary(vm->sym, SYM_SUB, address, sym_const(vm->sym, o->base, width));
  return sym_binary(vm->sym, SYM_ULE, offset, sym_const(vm->sym, o->limit - bytes, width));
}

/* The object whose address is a summand of the pointer: what the program meant, wherever the rest leads. */
static struct object *meant_object(struct vm *vm, sym_id address, unsigned depth) {
  uint64_t value;
  if (sym_is_const(vm->sym, address, &value)) return memory_at(vm, value);
  if (sym_op_of(vm->sym, address) != SYM_ADD || depth == 0) return NULL;
  for (unsigned i = 0; i < 2; i++) {
    struct object *o = meant_object(vm, sym_operand(vm->sym, address, i), depth - 1);
    if (o && is_data(o)) return o;
  }
  return NULL;
}

/* The model's address hits nothing: that is a failure; other inputs may hit some object, which is searched. */
static enum step fail_and_search(struct vm *vm, sym_id address, uint64_t value, uint64_t bytes, enum access how,
                                 struct object **object) {
  for (uint32_t r = 0; r < regions_used(vm); r++) {
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      struct object *o = vm->regions[r].slots[s];
      if (!o || o->slot != s || o->limit < bytes || !is_data(o) || (how == ACCESS_WRITE && o->readonly)) continue;
      sym_id hit = inside(vm, address, o, bytes);
      enum smt_answer answer = smt_check(vm->smt, hit);
      if (answer == SMT_UNKNOWN) decide_incomplete(vm, "the solver gave no answer in time");
      if (answer != SMT_SAT) continue;
      uint32_t witness = smt_keep_witness(vm->smt);
      char message[256], detail[256];
      const char *more =
          describe_access(vm, memory_at(vm, value), value, bytes, how, message, sizeof message, detail, sizeof detail);
      if (check_on(vm, CHECK_MEMORY)) vm->host.failure(vm->host.context, FAILURE_MEMORY, message, more);
      sym_id miss = sym_not(vm->sym, hit);
      answer = smt_check(vm->smt, miss);
      if (answer == SMT_UNKNOWN) decide_incomplete(vm, "the solver gave no answer in time");
      if (answer == SMT_SAT) trail_push_choice(vm, IR_NONE, miss, smt_keep_witness(vm->smt), vm->tries + 1);
      smt_assume_with(vm->smt, hit, witness);
      *object = o;
      return STEP_NEXT;
    }
  }
  return fail_at(vm, memory_at(vm, value), value, bytes, how, false);
}

static enum step check_meant(struct vm *vm, sym_id address, struct object *o, uint64_t bytes, enum access how) {
  char message[256], detail[256];
  uint64_t value = irrelevant_value(vm, address);
  enum step step = visible_corpse(vm, o, o->base, o->size, how == ACCESS_WRITE);
  if (step != STEP_NEXT) return step;
  if (o->limit < bytes || (how == ACCESS_WRITE && o->readonly)) return fail_at(vm, o, value, bytes, how, false);
  const char *more =
      describe_access(vm, o, o->base + o->limit, bytes, how, message, sizeof message, detail, sizeof detail);
  sym_id fine = inside(vm, address, o, bytes);
  if (check_on(vm, CHECK_MEMORY) || irrelevant_here(vm)) return decide_require(vm, fine, FAILURE_MEMORY, message, more);
  return decide_assume(vm, fine);
}

/* The one object that a symbolic address means from here on. */
static enum step resolve(struct vm *vm, sym_id address, uint64_t bytes, enum access how, struct object **object) {
  enum step step = decide_written(vm, address, "access through an uninitialised pointer");
  if (step != STEP_NEXT) return step;
  struct object *o = meant_object(vm, address, 8);
  if (o) {
    *object = o;
    return check_meant(vm, address, o, bytes, how);
  }
  if (vm->host.search.indivisible && !irrelevant_here(vm)) {
    vm->host.search.indivisible(vm->host.search.context);
    vm->end = VM_STOPPED;
    return STEP_END;
  }
  uint64_t value = irrelevant_value(vm, address);
  o = memory_at(vm, value);
  if (!allowed(o, value, bytes, how) && irrelevant_here(vm)) return irrelevant_skip(vm);
  if (!allowed(o, value, bytes, how)) return fail_and_search(vm, address, value, bytes, how, object);
  *object = o;
  bool side;
  return decide_split(vm, inside(vm, address, o, bytes), &side);
}

enum step access_place(struct vm *vm, const struct cell *address, uint64_t bytes, enum access how,
                       struct object **object, uint64_t *offset) {
  uint64_t value = address->value;
  if (address->expr) {
    sym_id expr = decide_expr(vm, address, vm->program->pointer_bits);
    enum step step = address->expr ? resolve(vm, expr, bytes, how, object) : STEP_NEXT;
    if (step != STEP_NEXT) return step;
    step = decide_value(vm, address, vm->program->pointer_bits, "an address", &value);
    if (step != STEP_NEXT) return step;
  }
  struct object *o = memory_at(vm, value);
  if (!allowed(o, value, bytes, how)) {
    enum step step = visible_corpse(vm, o, value, bytes, how == ACCESS_WRITE);
    if (step != STEP_NEXT) return step;
    return address->expr ? fail_at(vm, o, value, bytes, how, false) : fail_plainly(vm, o, value, bytes, how);
  }
  *object = o;
  *offset = value - o->base;
  return STEP_NEXT;
}

enum step access_range(struct vm *vm, const struct cell *address, uint64_t bytes, enum access how,
                       struct object **object, uint64_t *offset) {
  enum step step = access_place(vm, address, bytes, how, object, offset);
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): STEP_NEXT comes with an object
  if (step == STEP_NEXT && !visible_to_none(vm, *object))
    step = visible_access(vm, *object, *offset, bytes, how == ACCESS_WRITE);
  if (step == STEP_NEXT) access_log_note(vm, *object, *offset, bytes, how == ACCESS_WRITE);
  return step;
}

/* The places inside an object that a symbolic offset may mean: first + k * stride, k < count. */
struct places {
  uint64_t first, stride, count;
  sym_id index; /* k as an expression */
};

static struct places find_places(struct vm *vm, sym_id offset, const struct object *o, unsigned bytes) {
  unsigned width = vm->program->pointer_bits, shift = 0;
  uint64_t low, high, last = o->limit - bytes, zeros = sym_known_zeros(vm->sym, offset);
  while (shift < 4 && zeros >> shift & 1) shift++;
  sym_bounds(vm->sym, offset, &low, &high);
  if (high > last) high = last;
  if (low > high) low = 0;
  if ((high - low) >> shift >= FEW_ELEMENTS) {
    uint64_t exact_low, exact_high;
    if (smt_range(vm->smt, offset, &exact_low, &exact_high)) {
      if (exact_low > low) low = exact_low;
      if (exact_high < high) high = exact_high;
    }
  }
  low = low >> shift << shift;
  sym_id from_low = sym_binary(vm->sym, SYM_SUB, offset, sym_const(vm->sym, low, width));
  sym_id index = sym_binary(vm->sym, SYM_LSHR, from_low, sym_const(vm->sym, shift, width));
  return (struct places){
      .first = low, .stride = (uint64_t)1 << shift, .count = ((high - low) >> shift) + 1, .index = index};
}

static sym_id contents(struct vm *vm, struct object *o, uint64_t offset, unsigned bits) {
  struct cell temp = {.stamp = vm->stamp};
  object_get(vm, o, offset, bits, &temp);
  return temp.expr ? temp.expr : sym_const(vm->sym, temp.value, bits);
}

static sym_id read_table(struct vm *vm, struct object *o, const struct places *p, unsigned bits) {
  sym_id *elements = mem_alloc(p->count * sizeof *elements);
  for (uint64_t k = 0; k < p->count; k++) elements[k] = contents(vm, o, p->first + k * p->stride, bits);
  sym_id result = sym_read(vm->sym, sym_table(vm->sym, elements, (uint32_t)p->count), p->index);
  free(elements);
  return result;
}

/* Whether two accesses race, or one sees what another wrote, is a question of single places. */
static bool wants_places(const struct vm *vm, const struct object *o) {
  return vm->watches || (check_on(vm, CHECK_RACE) && !visible_to_none(vm, o));
}

/* One address at a time. */
static enum step load_each(struct vm *vm, const struct ir_ins *ins, const struct cell *address, struct cell *into) {
  struct object *o;
  uint64_t offset;
  enum step step = access_range(vm, address, (ins->width + 7u) / 8, ACCESS_READ, &o, &offset);
  if (step != STEP_NEXT) return step;
  log_access(vm, LOG_LOAD, 0, o, o->base + offset);
  object_get(vm, o, offset, ins->width, into);
  if (vm->watches == WATCH_VALUES) access_log_loaded(vm, ins->width, into);
  return STEP_NEXT;
}

static enum step load_symbolic(struct vm *vm, const struct ir_ins *ins, const struct cell *address, struct cell *into) {
  unsigned width = vm->program->pointer_bits, bytes = (ins->width + 7u) / 8;
  struct object *o = NULL;
  sym_id expr = decide_expr(vm, address, width);
  enum step step = resolve(vm, expr, bytes, ACCESS_READ, &o);
  if (step == STEP_NEXT && wants_places(vm, o)) return load_each(vm, ins, address, into);
  if (step == STEP_NEXT && !visible_to_none(vm, o)) step = visible_approximate(vm, o, false);
  if (step != STEP_NEXT) return step;
  sym_id offset = sym_binary(vm->sym, SYM_SUB, expr, sym_const(vm->sym, o->base, width));
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  struct places p = find_places(vm, offset, o, bytes);
  if (p.count > MOST_ELEMENTS) {
    uint64_t at, value;
    step = decide_value(vm, address, width, "the address of a read", &value);
    if (step != STEP_NEXT) return step;
    at = value - o->base;
    object_get(vm, o, at, ins->width, into);
    return STEP_NEXT;
  }
  sym_id result = read_table(vm, o, &p, ins->width);
  uint64_t value;
  if (sym_is_const(vm->sym, result, &value)) cell_put(vm, into, value);
  else cell_put_raw(vm, into, 0, result);
  return STEP_NEXT;
}

/* By option what the program's own code reads must have been written, also if nothing depends on it. */
static enum step check_read(struct vm *vm, const struct cell *value) {
  if (!value->expr || !check_on(vm, CHECK_UNINIT) || !call_is_own(vm)) return STEP_NEXT;
  return decide_written(vm, value->expr, "read of uninitialised data");
}

enum step access_load(struct vm *vm, const struct ir_ins *ins, const struct cell *address, struct cell *into) {
  if (address->expr == CELL_UNDEF) decide_define(vm, (struct cell *)address, vm->program->pointer_bits);
  enum step step = address->expr ? load_symbolic(vm, ins, address, into) : load_each(vm, ins, address, into);
  return step == STEP_NEXT && !(ins->flags & IR_RAW) ? check_read(vm, into) : step;
}

/* Elements that cannot overlap: each becomes the new value where the index is its own. */
static void update_elements(struct vm *vm, struct object *o, const struct places *p, unsigned bits, sym_id value) {
  unsigned width = sym_width(vm->sym, p->index);
  for (uint64_t k = 0; k < p->count; k++) {
    uint64_t at = p->first + k * p->stride;
    sym_id here = sym_binary(vm->sym, SYM_EQ, p->index, sym_const(vm->sym, k, width));
    sym_id mixed = sym_ite(vm->sym, here, value, contents(vm, o, at, bits));
    uint64_t constant;
    if (sym_is_const(vm->sym, mixed, &constant)) object_put(vm, o, at, bits, constant, 0);
    else object_put(vm, o, at, bits, 0, mixed);
  }
}

/* Unaligned elements overlap: byte by byte, each may be any byte of the new value. */
static void update_bytes(struct vm *vm, struct object *o, const struct places *p, unsigned bytes, sym_id value) {
  unsigned width = sym_width(vm->sym, p->index);
  uint64_t end = p->first + (p->count - 1) * p->stride + bytes;
  for (uint64_t at = p->first; at < end; at++) {
    sym_id mixed = contents(vm, o, at, 8);
    for (unsigned i = 0; i < bytes && i <= at - p->first; i++) {
      uint64_t start = at - p->first - i;
      if (start % p->stride || start / p->stride >= p->count) continue;
      sym_id here = sym_binary(vm->sym, SYM_EQ, p->index, sym_const(vm->sym, start / p->stride, width));
      mixed = sym_ite(vm->sym, here, sym_extract(vm->sym, value, i * 8, 8), mixed);
    }
    uint64_t constant;
    if (sym_is_const(vm->sym, mixed, &constant)) object_put(vm, o, at, 8, constant, 0);
    else object_put(vm, o, at, 8, 0, mixed);
  }
}

/* A section is one event, whatever else it writes. */
static void tell_kept(const struct vm *vm, uint64_t address) {
  const struct thread *t = vm->thread;
  if (vm->host.events.kept && !t->regs.atomic) vm->host.events.kept(vm->host.events.context, t->index, address);
}

static bool has_value(const struct object *o, uint64_t offset, unsigned bits, const struct cell *value) {
  if (value->expr || bits % 8 || bits > 64) return false;
  for (unsigned i = 0; i < bits / 8; i++)
    if (object_is_nonconcrete(o, offset + i) || o->data[offset + i] != (uint8_t)(value->value >> (8 * i))) return false;
  return true;
}

static enum step store_each(struct vm *vm, const struct ir_ins *ins, const struct cell *address,
                            const struct cell *value) {
  struct object *o;
  uint64_t offset;
  enum step step = access_range(vm, address, (ins->width + 7u) / 8, ACCESS_WRITE, &o, &offset);
  if (step != STEP_NEXT) return step;
  log_access(vm, LOG_STORE, 0, o, o->base + offset);
  if (o->only == SHARED && has_value(o, offset, ins->width, value)) tell_kept(vm, o->base + offset);
  object_put(vm, o, offset, ins->width, value->value, value->expr);
  if (vm->watches == WATCH_VALUES) access_log_stored(vm, ins->width, value->value, value->expr);
  if (o->only == SHARED) visible_published(vm, o, offset, (ins->width + 7u) / 8);
  return STEP_NEXT;
}

static enum step store_symbolic(struct vm *vm, const struct ir_ins *ins, const struct cell *address,
                                const struct cell *value) {
  unsigned width = vm->program->pointer_bits, bytes = (ins->width + 7u) / 8;
  struct object *o = NULL;
  sym_id expr = decide_expr(vm, address, width);
  enum step step = resolve(vm, expr, bytes, ACCESS_WRITE, &o);
  if (step == STEP_NEXT && wants_places(vm, o)) return store_each(vm, ins, address, value);
  if (step == STEP_NEXT && !visible_to_none(vm, o)) step = visible_approximate(vm, o, true);
  if (step != STEP_NEXT) return step;
  sym_id offset = sym_binary(vm->sym, SYM_SUB, expr, sym_const(vm->sym, o->base, width));
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  struct places p = find_places(vm, offset, o, bytes);
  if (p.count > MOST_UPDATES) {
    uint64_t at;
    step = decide_value(vm, address, width, "the address of a write", &at);
    if (step == STEP_NEXT) object_put(vm, o, at - o->base, ins->width, value->value, value->expr);
    if (step == STEP_NEXT && o->only == SHARED) visible_value(vm, value);
    return step;
  }
  if (o->only == SHARED) visible_value(vm, value);
  sym_id whole = sym_zext(vm->sym, decide_expr(vm, value, ins->width), bytes * 8);
  if (p.stride >= bytes) update_elements(vm, o, &p, bytes * 8, whole);
  else update_bytes(vm, o, &p, bytes, whole);
  return STEP_NEXT;
}

enum step access_store(struct vm *vm, const struct ir_ins *ins, const struct cell *address, const struct cell *value) {
  bool unwritten = value->expr == CELL_UNDEF && value->value;
  if (value->expr == CELL_UNDEF) decide_define(vm, (struct cell *)value, ins->width);
  enum step step = unwritten ? check_read(vm, value) : STEP_NEXT;
  if (step != STEP_NEXT) return step;
  if (address->expr == CELL_UNDEF) decide_define(vm, (struct cell *)address, vm->program->pointer_bits);
  if (address->expr) return store_symbolic(vm, ins, address, value);
  return store_each(vm, ins, address, value);
}

/* `first` where the test holds between the two as given, else the other. */
static sym_id choose(struct vm *vm, enum sym_op test, sym_id a, sym_id b, sym_id first, sym_id second) {
  return sym_ite(vm->sym, sym_binary(vm->sym, test, a, b), first, second);
}

static sym_id rmw_result(struct vm *vm, enum ir_rmw kind, sym_id old, sym_id value) {
  switch (kind) {
  case IR_RMW_XCHG: return value;
  case IR_RMW_ADD: return sym_binary(vm->sym, SYM_ADD, old, value);
  case IR_RMW_SUB: return sym_binary(vm->sym, SYM_SUB, old, value);
  case IR_RMW_AND: return sym_binary(vm->sym, SYM_AND, old, value);
  case IR_RMW_NAND: return sym_not(vm->sym, sym_binary(vm->sym, SYM_AND, old, value));
  case IR_RMW_OR: return sym_binary(vm->sym, SYM_OR, old, value);
  case IR_RMW_XOR: return sym_binary(vm->sym, SYM_XOR, old, value);
  case IR_RMW_MAX: return choose(vm, SYM_SLT, old, value, value, old);
  case IR_RMW_MIN: return choose(vm, SYM_SLT, old, value, old, value);
  case IR_RMW_UMAX: return choose(vm, SYM_ULT, old, value, value, old);
  case IR_RMW_UMIN: return choose(vm, SYM_ULT, old, value, old, value);
  }
  return value;
}

/* The read of an operation that may write as well. */
static sym_id watched_contents(struct vm *vm, struct object *o, uint64_t offset, unsigned bits) {
  struct cell temp = {.stamp = vm->stamp};
  access_log_note(vm, o, offset, (bits + 7u) / 8, false);
  object_get(vm, o, offset, bits, &temp);
  if (vm->watches == WATCH_VALUES) access_log_loaded(vm, bits, &temp);
  return temp.expr ? temp.expr : sym_const(vm->sym, temp.value, bits);
}

static void access_log_update(struct vm *vm, struct object *o, uint64_t offset, unsigned bits, sym_id fresh) {
  uint64_t constant = 0;
  bool plain = sym_is_const(vm->sym, fresh, &constant);
  access_log_note(vm, o, offset, (bits + 7u) / 8, true);
  if (vm->watches == WATCH_VALUES) access_log_stored(vm, bits, constant, plain ? 0 : fresh);
}

/* May this compare-and-swap fail once more without a reason? Where it has done so before, a loop around it goes on. */
static bool may_fail(const struct vm *vm, const struct ir_ins *ins) {
  const struct thread_regs *regs = &vm->thread->regs;
  if (ins->op != IR_CMPXCHG || !(ins->flags & IR_WEAK) || vm->config->strong_cas || MUTATED(WEAK)) return false;
  for (uint32_t i = 0; i < MOST_WEAK; i++) {
    if (!regs->weak[i]) return true;
    if (regs->weak[i] == regs->pc + 1) return false;
  }
  return false;
}

/* The values are equal, or a failure would not be without a reason: asked only then, natively too. */
static enum step fails_by_chance(struct vm *vm, sym_id equal, bool *fails) {
  bool same;
  enum step step = decide_split(vm, equal, &same);
  if (step == STEP_NEXT && same) decide_chance(vm, "weak_cas", fails);
  if (step != STEP_NEXT || !*fails) return step;
  uint32_t i = 0;
  trail_save_thread(vm, vm->thread);
  while (vm->thread->regs.weak[i]) i++;
  vm->thread->regs.weak[i] = vm->thread->regs.pc + 1;
  return STEP_NEXT;
}

enum step access_rmw(struct vm *vm, const struct ir_ins *ins, struct cell *regs, const struct cell *a,
                     const struct cell *b, const struct cell *c) {
  struct object *o = NULL;
  uint64_t offset = 0, constant;
  enum step step = access_place(vm, a, (ins->width + 7u) / 8, ACCESS_WRITE, &o, &offset);
  if (step == STEP_NEXT && !visible_to_none(vm, o)) step = visible_update(vm, ins, o, offset, b);
  if (step != STEP_NEXT) return step;
  sym_id old = watched_contents(vm, o, offset, ins->width), operand_b = decide_expr(vm, b, ins->width), fresh;
  sym_id equal = sym_binary(vm->sym, SYM_EQ, old, operand_b);
  bool writes = true, fails = false;
  if (may_fail(vm, ins)) step = fails_by_chance(vm, equal, &fails);
  if (step != STEP_NEXT) return step;
  if (vm->watches == WATCH_ACCESSES && ins->op == IR_CMPXCHG) step = decide_split(vm, equal, &writes);
  if (step != STEP_NEXT) return step;
  log_access(vm, LOG_STORE,
             fails                                     ? 3
             : sym_is_const(vm->sym, equal, &constant) ? (uint32_t)constant
                                                       : 2,
             o, o->base + offset);
  if (fails) equal = sym_const(vm->sym, 0, 1);
  struct cell *result = regs + ins->dst;
  if (ins->op == IR_CMPXCHG) {
    fresh = sym_ite(vm->sym, equal, decide_expr(vm, c, ins->width), old);
    if (sym_is_const(vm->sym, equal, &constant)) cell_put(vm, result + 1, constant);
    else cell_put_raw(vm, result + 1, 0, equal);
  } else {
    fresh = rmw_result(vm, (enum ir_rmw)ins->c, old, operand_b);
  }
  if (writes) access_log_update(vm, o, offset, ins->width, fresh);
  if (sym_is_const(vm->sym, fresh, &constant)) object_put(vm, o, offset, ins->width, constant, 0);
  else object_put(vm, o, offset, ins->width, 0, fresh);
  if (o->only == SHARED) visible_published(vm, o, offset, (ins->width + 7u) / 8);
  if (fresh == old) tell_kept(vm, o->base + offset);
  if (sym_is_const(vm->sym, old, &constant)) cell_put(vm, result, constant);
  else cell_put_raw(vm, result, 0, old);
  return STEP_NEXT;
}

bool access_string(struct vm *vm, const struct cell *address, char *text, size_t capacity) {
  if (address->expr) return false;
  struct object *o = memory_at(vm, address->value);
  if (!o || !is_data(o)) return false;
  uint64_t offset = address->value - o->base;
  for (size_t i = 0; i < capacity && object_allows(o, offset + i, 1) && !object_is_nonconcrete(o, offset + i); i++) {
    text[i] = (char)o->data[offset + i];
    if (!text[i]) return true;
    if (i + 1 == capacity) text[i] = 0;
  }
  return capacity && !text[capacity - 1] && object_allows(o, offset + capacity - 1, 1);
}
