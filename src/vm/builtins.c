/* The functions that the interpreter provides itself: inputs, assumptions, failures, the heap, output. */
#include <stdio.h>

#include "vm/reuse.h"
#include "vm/world.h"

enum { POLL_BYTES = 16 << 20 }; /* of new objects between two looks at the memory limit */

const struct cell *call_argument(const struct call *c, uint32_t i) {
  static const struct cell missing = {0};
  if (i >= (uint32_t)c->ins->c) return &missing;
  return operand(c->vm, c->regs, c->vm->program->extra[c->ins->b + (int32_t)i]);
}

unsigned call_argument_width(const struct call *c, uint32_t i) {
  const struct ir_program *p = c->vm->program;
  if (i >= (uint32_t)c->ins->c) return 64;
  ir_value v = p->extra[c->ins->b + (int32_t)i];
  if (ir_is_const(v)) return p->consts[ir_const_index(v)].width;
  uint32_t function = frame_function(c->vm->thread, c->vm->thread->regs.base);
  return p->regs[p->functions[function].first_reg + (uint32_t)v].width;
}

void call_give(const struct call *c, uint64_t value) {
  if (c->ins->dst != IR_NONE) cell_put(c->vm, c->regs + c->ins->dst, value);
}

static sym_id truth(const struct call *c, uint32_t i) {
  struct vm *vm = c->vm;
  unsigned width = call_argument_width(c, i);
  sym_id value = decide_expr(vm, call_argument(c, i), width);
  return sym_not(vm->sym, sym_binary(vm->sym, SYM_EQ, value, sym_const(vm->sym, 0, width)));
}

/* One byte expression per variable; a block of 2, 4 or 8 bytes is read as a whole most of the time. */
static void put_input(struct vm *vm, struct object *o, uint64_t offset, uint32_t first, uint32_t size) {
  if (size == 2 || size == 4 || size == 8) {
    object_put(vm, o, offset, size * 8, 0, sym_bytes(vm->sym, first, size));
    return;
  }
  for (uint32_t i = 0; i < size; i++) object_put_byte_expr(vm, o, offset + i, sym_bytes(vm->sym, first + i, 1), 0);
}

void input_into(struct vm *vm, struct object *o, uint64_t offset, const char *base, uint32_t size) {
  char full[256];
  const char *name = decide_input_name(vm, base, full, sizeof full);
  const uint8_t *fixed = given_input(vm, name, size, SYM_INPUT);
  if (fixed) {
    object_put_bytes(vm, o, offset, fixed, size);
    return;
  }
  uint32_t first = decide_input(vm, name, size, SYM_INPUT);
  log_access(vm, LOG_STORE, size, o, o->base + offset);
  log_add(vm, LOG_INPUT, size, o->base + offset, first);
  put_input(vm, o, offset, first, size);
}

static enum step make_symbolic(const struct call *c) {
  struct vm *vm = c->vm;
  struct object *o;
  uint64_t size, offset;
  char name[200];
  enum step step = decide_value(vm, call_argument(c, 1), call_argument_width(c, 1), "the size of an input", &size);
  if (step != STEP_NEXT || !size) return step;
  step = access_range(vm, call_argument(c, 0), size, ACCESS_WRITE, &o, &offset);
  if (step != STEP_NEXT) return step;
  if (!access_string(vm, call_argument(c, 2), name, sizeof name) || !name[0]) snprintf(name, sizeof name, "unnamed");
  input_into(vm, o, offset, name, (uint32_t)size);
  return STEP_NEXT;
}

static enum step assume(const struct call *c) {
  enum step step = decide_assume_here(c->vm, truth(c, 0));
  log_add(c->vm, LOG_TRUTH, !c->vm->unjoined, step == STEP_NEXT, 0);
  return step;
}
static enum step restrict_input(const struct call *c) {
  enum step step = decide_assume(c->vm, truth(c, 0));
  log_add(c->vm, LOG_TRUTH, 1, step == STEP_NEXT, 0);
  return step;
}

static enum step require(const struct call *c, const char *message) {
  if (!check_on(c->vm, CHECK_ASSERT)) return assume(c);
  enum step step = decide_require(c->vm, truth(c, 0), FAILURE_ASSERT, message, NULL);
  log_add(c->vm, LOG_TRUTH, 0, step == STEP_NEXT, 0);
  return step;
}

static enum step assert_message(const struct call *c) {
  char text[200], message[256];
  if (!access_string(c->vm, call_argument(c, 1), text, sizeof text)) text[0] = 0;
  snprintf(message, sizeof message, "assertion failed%s%s", text[0] ? ": " : "", text);
  return require(c, message);
}

static enum step assert_plain(const struct call *c) { return require(c, "assertion failed"); }

static enum step end_silently(struct vm *vm) {
  if (vm->unjoined) return threads_halt(vm, HALT_SILENT);
  vm->end = VM_EXITED;
  return STEP_END;
}

static enum step reach_error(const struct call *c) {
  if (!check_on(c->vm, CHECK_ASSERT) && !check_on(c->vm, CHECK_REACH)) return end_silently(c->vm);
  char message[128];
  snprintf(message, sizeof message, "%s() is reached",
           ir_text(c->vm->program, c->vm->program->functions[c->function].name));
  return decide_fail(c->vm, FAILURE_ASSERT, message, NULL);
}

/* Is the function of the library that was called by the program one of those that a native replay has in its own
   hands? */
static bool is_own_request(const struct vm *vm) {
  static const char *const names[] = {"malloc",        "calloc",         "realloc", "reallocarray",
                                      "aligned_alloc", "posix_memalign", "strdup",  "strndup"};
  const struct thread *t = vm->thread;
  uint32_t base = t->regs.base, function = IR_NONE;
  while (vm->program->functions[frame_function(t, base)].flags & IR_FN_LIBRARY) {
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    function = frame_function(t, base);
    if ((uint32_t)header == IR_NONE) return false;
    base = (uint32_t)(header >> 32);
  }
  for (unsigned i = 0; function != IR_NONE && i < sizeof names / sizeof *names; i++)
    if (!strcmp(ir_text(vm->program, vm->program->functions[function].name), names[i])) return true;
  return false;
}

static enum step allocate(const struct call *c) {
  struct vm *vm = c->vm;
  uint64_t size, align;
  enum step step = decide_size(vm, call_argument(c, 0), call_argument_width(c, 0), &size);
  if (step == STEP_NEXT)
    step = decide_value(vm, call_argument(c, 1), call_argument_width(c, 1), "an alignment", &align);
  if (step != STEP_NEXT) return step;
  if (size > (uint64_t)1 << 32) return decide_cut(vm, "an allocation of %llu bytes", (unsigned long long)size);
  struct object *o = NULL;
  bool kept = align & 1; /* RT_KEPT */
  align &= ~(uint64_t)1;
  bool pooled = reuse_is_request(vm);
  if (pooled) step = reuse_allocate(vm, size, align, &o);
  if (step != STEP_NEXT) return step;
  if (!o) o = memory_new_heap(vm, size, align);
  if (o) o->pooled = pooled, o->kept = kept;
  if (!o) return decide_cut(vm, "out of addresses for heap objects");
  o->made_at = vm_failing_ins(vm);
  if (is_own_request(vm)) o->life = ++vm->thread->regs.heap_lives;
  if (vm->bytes > vm->poll_at) {
    vm->poll_at = vm->bytes + POLL_BYTES;
    if (vm->host.poll(vm->host.context)) {
      vm->end = VM_STOPPED;
      return STEP_END;
    }
  }
  call_give(c, o->base);
  return STEP_NEXT;
}

/* The live heap object that starts at the argument; NULL after a failure was reported. */
static struct object *heap_object(const struct call *c, const char *what, enum step *step) {
  struct vm *vm = c->vm;
  uint64_t address;
  char message[256], detail[400], made[160], freed[160];
  *step = decide_value(vm, call_argument(c, 0), vm->program->pointer_bits, "a pointer to free", &address);
  if (*step != STEP_NEXT) return NULL;
  struct object *o = memory_at(vm, address);
  *step = !strcmp(what, "free") ? reuse_turn_stale(vm, o, address)
                                : visible_corpse(vm, o, address, o && o->size ? o->size : 1, false);
  if (*step != STEP_NEXT) return NULL;
  if (o && o->kind == OBJECT_HEAP && (o->released || o->freed_at != IR_NONE)) {
    describe_place(vm, o->made_at, made, sizeof made);
    describe_place(vm, o->freed_at, freed, sizeof freed);
    snprintf(detail, sizeof detail, "allocated at %s, freed at %s", made, freed);
    *step =
        decide_fail(vm, FAILURE_MEMORY, !strcmp(what, "free") ? "double free" : "use after free in realloc", detail);
    return NULL;
  }
  if (o && o->kind == OBJECT_HEAP && o->base == address && o->made_at != IR_NONE) return o;
  if (!o) {
    snprintf(message, sizeof message, "invalid %s: the pointer (0x%llx) is no object", what,
             (unsigned long long)address);
  } else {
    describe_object(vm, o, made, sizeof made);
    if (o->base == address) snprintf(message, sizeof message, "invalid %s of %s", what, made);
    else
      snprintf(message, sizeof message, "invalid %s: the pointer is %lld bytes into %s", what,
               (long long)(address - o->base), made);
  }
  *step = decide_fail(vm, FAILURE_MEMORY, message, NULL);
  return NULL;
}

/* For other threads that can see the object this is a write to all of it. */
static enum step release(const struct call *c) {
  enum step step;
  struct object *o = heap_object(c, "free", &step);
  if (o) step = reuse_turn_free(c->vm, o);
  if (o && step == STEP_NEXT) log_access(c->vm, o->size ? LOG_LOAD : LOG_OPAQUE, (uint32_t)o->size, o, o->base);
  if (o && step == STEP_NEXT) memory_kill(c->vm, o, vm_failing_ins(c->vm));
  if (o && step == STEP_NEXT && o->pooled) reuse_freed(c->vm, o);
  return step;
}

static enum step heap_size(const struct call *c) {
  enum step step;
  struct object *o = heap_object(c, "realloc", &step);
  if (o && !visible_to_none(c->vm, o)) step = visible_access(c->vm, o, 0, o->size ? o->size : 1, false);
  if (o && step == STEP_NEXT) call_give(c, o->size);
  return step;
}

static enum step fail(const struct call *c) {
  char kind[32], text[400];
  if (!access_string(c->vm, call_argument(c, 0), kind, sizeof kind)) kind[0] = 0;
  if (!access_string(c->vm, call_argument(c, 1), text, sizeof text)) snprintf(text, sizeof text, "failure");
  enum failure_kind found = failure_kind_named(kind);
  if (found == FAILURE_KIND_COUNT) return decide_fail(c->vm, FAILURE_ASSERT, text, NULL);
  if (!check_on(c->vm, failure_rows[found].check)) return end_silently(c->vm);
  return decide_fail_logged(c->vm, found, text, NULL);
}

static enum step exit_now(const struct call *c) { return call_exit(c->vm, (int)call_argument(c, 0)->value); }

static enum step output(const struct call *c) {
  struct vm *vm = c->vm;
  uint64_t fd, count = 0, offset;
  struct object *o;
  enum step step = decide_value(vm, call_argument(c, 0), call_argument_width(c, 0), "a file descriptor", &fd);
  if (step == STEP_NEXT)
    step = decide_value(vm, call_argument(c, 2), call_argument_width(c, 2), "a length of output", &count);
  if (step != STEP_NEXT || !count) return step;
  step = access_range(vm, call_argument(c, 1), count, ACCESS_READ, &o, &offset);
  if (step == STEP_NEXT) log_access(vm, LOG_LOAD, (uint32_t)count, o, o->base + offset);
  if (step != STEP_NEXT || !vm->host.output) return step;
  char *text = mem_alloc(count);
  for (uint64_t i = 0; i < count; i++) text[i] = object_is_nonconcrete(o, offset + i) ? '?' : (char)o->data[offset + i];
  vm->host.output(vm->host.context, (int)fd, text, count);
  free(text);
  return STEP_NEXT;
}

static enum step is_symbolic(const struct call *c) {
  call_give(c, call_argument(c, 0)->expr != 0);
  return STEP_NEXT;
}

/* One question for the whole string: can it be that none of its bytes up to the end of the object is zero? */
static enum step check_string(const struct call *c) {
  struct vm *vm = c->vm;
  struct object *o;
  uint64_t offset, max = call_argument(c, 1)->value;
  char message[256], detail[256];
  enum step step = access_range(vm, call_argument(c, 0), 1, ACCESS_READ, &o, &offset);
  if (step != STEP_NEXT) return step;
  sym_id endless = sym_const(vm->sym, 1, 1);
  uint64_t end = max < o->limit - offset ? offset + max : o->limit;
  for (uint64_t i = offset; i < end && !sym_is_false(vm->sym, endless); i++) {
    struct cell byte = {.stamp = vm->stamp};
    object_get(vm, o, i, 8, &byte);
    sym_id value = decide_expr(vm, &byte, 8);
    sym_id zero = sym_binary(vm->sym, SYM_EQ, value, sym_const(vm->sym, 0, 8));
    endless = sym_binary(vm->sym, SYM_AND, endless, sym_not(vm->sym, zero));
  }
  if (end < o->limit || sym_is_false(vm->sym, endless)) return STEP_NEXT;
  const char *more =
      describe_access(vm, o, o->base + o->limit, 1, ACCESS_READ, message, sizeof message, detail, sizeof detail);
  sym_id ends = sym_not(vm->sym, endless);
  if (!check_on(vm, CHECK_MEMORY)) return decide_assume(vm, ends);
  return decide_require(vm, ends, FAILURE_MEMORY, message, more);
}

/* A number that the range 0..max is all there is to know about: no constraint, so that a path depends on it only if
   the program does. */
static enum step unknown(const struct call *c) {
  struct vm *vm = c->vm;
  if (c->ins->dst == IR_NONE) return STEP_NEXT;
  struct cell *into = c->regs + c->ins->dst;
  unsigned width = call_argument_width(c, 0);
  cell_put_raw(vm, into, 0, CELL_UNDEF);
  decide_define(vm, into, width);
  uint64_t count = call_argument(c, 0)->value + 1;
  if (width < 64) count &= ((uint64_t)1 << width) - 1;
  if (count) into->expr = sym_binary(vm->sym, SYM_UREM, into->expr, sym_const(vm->sym, count, width));
  return STEP_NEXT;
}

/* Its address is the result; its size goes to where argument 0 points. */
static enum step give_object(const struct call *c, const struct object *given) {
  struct vm *vm = c->vm;
  struct object *o;
  uint64_t offset;
  if (call_argument(c, 0)->expr || call_argument(c, 0)->value) {
    enum step step = access_range(vm, call_argument(c, 0), vm->program->pointer_bits / 8, ACCESS_WRITE, &o, &offset);
    if (step != STEP_NEXT) return step;
    object_put(vm, o, offset, vm->program->pointer_bits, given ? given->size : 0, 0);
  }
  call_give(c, given ? given->base : 0);
  return STEP_NEXT;
}

static enum step standard_input(const struct call *c) { return give_object(c, c->vm->stdin_object); }
static enum step given_object(const struct call *c) {
  return give_object(c, world_given(c->vm, (uint32_t)call_argument(c, 1)->value, (uint32_t)call_argument(c, 2)->value));
}

static enum step option(const struct call *c) {
  call_give(c, world_option(c->vm->config, (uint32_t)call_argument(c, 0)->value));
  return STEP_NEXT;
}

static enum step unsupported(const struct call *c) {
  char text[200];
  if (!access_string(c->vm, call_argument(c, 0), text, sizeof text)) snprintf(text, sizeof text, "a library function");
  return decide_cut(c->vm, "%s is not supported", text);
}

/* A function that is defined nowhere: the end of what can be known, or its result is an input. */
static enum step call_unknown(const struct call *c) {
  struct vm *vm = c->vm;
  const struct ir_program *p = vm->program;
  char full[256];
  const char *name = ir_text(p, p->functions[c->function].name);
  if (vm->config->unknown_functions == EXTERN_ERROR)
    return decide_cut(vm, "call of the unknown external function '%s'", name);
  name = decide_input_name(vm, name, full, sizeof full);
  uint32_t caller = frame_function(vm->thread, vm->thread->regs.base);
  for (uint32_t i = 0; i < p->functions[c->function].nresults && c->ins->dst != IR_NONE; i++) {
    unsigned width = p->regs[p->functions[caller].first_reg + c->ins->dst + i].width;
    uint32_t bytes = (width + 7) / 8;
    const uint8_t *fixed = given_input(vm, name, bytes, SYM_INPUT);
    struct cell *into = c->regs + c->ins->dst + i;
    if (fixed) {
      uint64_t value = 0;
      memcpy(&value, fixed, bytes);
      cell_put(vm, into, width == 64 ? value : value & (((uint64_t)1 << width) - 1));
      continue;
    }
    sym_id expr = sym_bytes(vm->sym, decide_input(vm, name, bytes, SYM_INPUT), bytes);
    cell_put_raw(vm, into, 0, sym_extract(vm->sym, expr, 0, width));
  }
  return STEP_NEXT;
}

enum { VM_OP_NONE = VM_OP_COUNT };
static const struct {
  const char *name;
  enum step (*handler)(const struct call *);
  bool always;
  uint8_t kind, sync; /* of a thread function: its visible operation (enum vm_operation, vm_sync) */
} table[] = {
#define BUILTIN(name, handler, always) {#name, handler, always, VM_OP_NONE, VM_SYNC_NONE},
#include "vm/builtins.def"
#undef BUILTIN
#define PROVIDED(name, handler, kind, sync, ...) {#name, handler, true, VM_OP_##kind, VM_SYNC_##sync},
#define INTERNAL PROVIDED
#include "ir/thread_functions.def"
};
enum { TABLE_SIZE = sizeof table / sizeof *table, UNKNOWN = TABLE_SIZE + 1 };

uint32_t vm_builtin_count(void) { return TABLE_SIZE; }
const char *vm_builtin_name(uint32_t i) { return table[i].name; }

void builtins_bind(struct vm *vm) {
  const struct ir_program *p = vm->program;
  vm->builtins = mem_zalloc(p->nfunctions * sizeof *vm->builtins);
  for (uint64_t f = 0; f < p->nfunctions; f++) {
    bool defined = p->functions[f].flags & IR_FN_DEFINED;
    const char *name = ir_text(p, p->functions[f].name);
    if (!defined) vm->builtins[f] = UNKNOWN;
    for (uint32_t i = 0; i < TABLE_SIZE; i++)
      if (*table[i].name == *name && (table[i].always || !defined) && !strcmp(table[i].name, name))
        vm->builtins[f] = (uint16_t)(i + 1);
  }
}

/* To queue for a lock is to lock it, or to try, where it is free. Who waits on a condition variable does not change it
   for others. */
bool builtins_tell(const struct vm *vm, const struct vm_op *op) {
  uint32_t i = vm->builtin - 1;
  if (i >= TABLE_SIZE) return false;
  bool queues = op->kind == VM_OP_QUEUE && (table[i].kind == VM_OP_LOCK || table[i].kind == VM_OP_TRYLOCK);
  enum vm_operation kind = queues ? table[i].kind : (enum vm_operation)op->kind;
  return kind == table[i].kind && op->sync == table[i].sync &&
         op->range[0].write == (kind != VM_OP_READ && kind != VM_OP_WAIT);
}

/* ---- the log: what a call depends on and does ---- */

/* Handlers that say everything; others cannot be followed. A size of the heap, a string's end, values nobody wrote and
   unknown functions are among those. */
static bool is_told(enum step (*handler)(const struct call *)) {
  return handler != heap_size && handler != check_string && handler != unknown && handler != standard_input &&
         handler != given_object && handler != unsupported && handler != jump_set && handler != jump_to &&
         handler != long_double;
}

static enum vm_log_call call_kind(enum step (*handler)(const struct call *)) {
  if (handler == assert_message || handler == assert_plain || handler == assume || handler == restrict_input)
    return LOG_CALL_TRUTH;
  if (handler == thread_create) return LOG_CALL_CREATE;
  if (handler == thread_exit) return LOG_CALL_FINISH;
  if (handler == is_symbolic || handler == thread_yield || handler == exit_now) return LOG_CALL_FREE;
  return LOG_CALL_ALL;
}

static void log_call(const struct call *c, bool logged, enum vm_log_call kind) {
  uint32_t count = (uint32_t)c->ins->c;
  if (!logged) log_push(c->vm, LOG_OPAQUE, 0, 0, 0);
  log_push(c->vm, LOG_CALL, c->function, kind, count);
  for (uint32_t i = 0; i < count; i++)
    log_push(c->vm, LOG_ARG, call_argument(c, i)->expr != 0, call_argument(c, i)->value, 0);
}

/* A call that has only come to its turn has not happened yet. */
static void log_end(const struct call *c, enum step step, uint32_t from) {
  struct vm *vm = c->vm;
  const struct thread_regs *r = &vm->thread->regs;
  if (step == STEP_END && r->status == THREAD_READY && !r->waiting) {
    vm->log.count = from;
    if (r->spins_from != IR_NONE) log_push(vm, LOG_ROUND, vm->thread->round, 0, 0);
    return;
  }
  const struct cell *result = c->ins->dst == IR_NONE ? NULL : c->regs + c->ins->dst;
  if ((result && result->expr) || step == STEP_GOTO) log_push(vm, LOG_OPAQUE, 0, 0, 0);
  log_push(vm, LOG_END, step == STEP_NEXT, result ? result->value : 0, 0);
}

bool builtins_yields(const struct vm *vm, uint32_t function) {
  uint32_t number = vm->builtins[function];
  return number && number != UNKNOWN && table[number - 1].handler == thread_yield;
}

enum step builtins_call(struct vm *vm, const struct ir_ins *ins, uint32_t function) {
  struct call c = {.vm = vm, .ins = ins, .regs = vm->thread->cells + vm->thread->regs.base, .function = function};
  uint32_t number = vm->builtin = vm->builtins[function], from = vm->log.count;
  enum step (*handler)(const struct call *) = number == UNKNOWN ? call_unknown : table[number - 1].handler;
  if (vm->logs) log_call(&c, number != UNKNOWN && is_told(handler), call_kind(handler));
  enum step step = handler(&c);
  if (vm->logs) log_end(&c, step, from);
  return step;
}
