/* The dispatch loop. Concrete operands are handled right here; everything else goes to the slow paths of the
   neighbouring files.

   While the loop runs, pc and the path hash live in local variables; they are written back (SYNC) before every
   slow path, which finds the current instruction in thread->regs.pc and may change it. */
#include "vm/concrete.h"
#include "vm/beside.h"
#include "vm/state.h"

enum { WATCHED = SHARED - 1 }; /* no thread has that number: every access takes the slow path */
enum { POLL_EVERY = 200000 };  /* instructions between two looks at the clock */

static inline uint64_t mul_high(uint64_t a, uint64_t b, unsigned w) {
  return cut((uint64_t)(((unsigned __int128)a * b) >> w), w);
}
static uint64_t funnel_left(uint64_t a, uint64_t b, uint64_t c, unsigned w) {
  unsigned n = (unsigned)(c % w);
  return n ? cut(a << n | b >> (w - n), w) : a;
}
static uint64_t funnel_right(uint64_t a, uint64_t b, uint64_t c, unsigned w) {
  unsigned n = (unsigned)(c % w);
  return n ? cut(b >> n | a << (w - n), w) : b;
}
static uint64_t leading_zeros(uint64_t a, unsigned w) { return a ? (unsigned)__builtin_clzll(a) - (64 - w) : w; }
static uint64_t trailing_zeros(uint64_t a, unsigned w) { return a ? (unsigned)__builtin_ctzll(a) : w; }
static uint64_t reverse_bits(uint64_t a, unsigned w) {
  uint64_t result = 0;
  for (unsigned i = 0; i < w; i++) result |= (a >> i & 1) << (w - 1 - i);
  return result;
}
static bool add_overflows(uint64_t a, uint64_t b, unsigned w) {
  __int128 sum = (__int128)signed_of(a, w) + signed_of(b, w);
  return sum != signed_of(cut((uint64_t)sum, w), w);
}
static bool sub_overflows(uint64_t a, uint64_t b, unsigned w) {
  __int128 difference = (__int128)signed_of(a, w) - signed_of(b, w);
  return difference != signed_of(cut((uint64_t)difference, w), w);
}
static bool mul_overflows(uint64_t a, uint64_t b, unsigned w) {
  __int128 product = (__int128)signed_of(a, w) * signed_of(b, w);
  return product != signed_of(cut((uint64_t)product, w), w);
}
static bool smallest_by_minus_one(uint64_t a, uint64_t b, unsigned w) {
  return b == cut(~(uint64_t)0, w) && a == (uint64_t)1 << (w - 1);
}

/* Concrete loads and stores of 1, 2, 4 or 8 bytes inside one word of a live object. False: take the slow path. */
static inline bool fast_load(struct vm *vm, uint32_t self, uint64_t address, unsigned width, uint64_t *value) {
  const struct object *o = memory_at(vm, address);
  unsigned bytes = width >> 3;
  if (!o) return false;
  uint64_t offset = address - o->base;
  unsigned in_word = offset & 7;
  if (!object_allows(o, offset, bytes) || o->kind == OBJECT_CODE || in_word + bytes > 8) return false;
  if (o->only != self && !o->readonly) return false;
  if (o->nonconcrete && o->nonconcrete[offset >> 3] & (((1u << bytes) - 1) << in_word)) return false;
  if (width != 8 && width != 16 && width != 32 && width != 64) return false;
  if (__builtin_expect(vm->logs, 0)) log_access(vm, LOG_LOAD, 0, o, address);
  switch (width) {
  case 8: *value = o->data[offset]; return true;
  case 16: {
    uint16_t v;
    memcpy(&v, o->data + offset, 2);
    *value = v;
    return true;
  }
  case 32: {
    uint32_t v;
    memcpy(&v, o->data + offset, 4);
    *value = v;
    return true;
  }
  default: memcpy(value, o->data + offset, 8); return true;
  }
}

static inline bool fast_store(struct vm *vm, uint32_t self, uint64_t address, unsigned width, uint64_t value) {
  struct object *o = memory_at(vm, address);
  unsigned bytes = width >> 3;
  if (!o) return false;
  uint64_t offset = address - o->base;
  unsigned in_word = offset & 7;
  if (!object_allows(o, offset, bytes) || o->kind == OBJECT_CODE || o->readonly || in_word + bytes > 8) return false;
  if (o->only != self || (width != 8 && width != 16 && width != 32 && width != 64)) return false;
  if (__builtin_expect(vm->logs, 0)) log_access(vm, LOG_STORE, 0, o, address);
  memory_touch(vm, o, (uint32_t)(offset >> 3));
  if (o->nonconcrete) o->nonconcrete[offset >> 3] &= (uint8_t)~(((1u << bytes) - 1) << in_word);
  switch (width) {
  case 8: o->data[offset] = (uint8_t)value; return true;
  case 16: {
    uint16_t v = (uint16_t)value;
    memcpy(o->data + offset, &v, 2);
    return true;
  }
  case 32: {
    uint32_t v = (uint32_t)value;
    memcpy(o->data + offset, &v, 4);
    return true;
  }
  default: memcpy(o->data + offset, &value, 8); return true;
  }
}

static enum step make_local(struct vm *vm, const struct ir_ins *ins, struct cell *regs, const struct cell *size) {
  uint64_t bytes;
  enum step step = decide_value(vm, size, vm->program->pointer_bits, "the size of a local array", &bytes);
  if (step != STEP_NEXT) return step;
  struct object *o = memory_new_stack(vm, bytes, (uint64_t)ins->b, (uint32_t)ins->c);
  if (!o) return decide_cut(vm, "out of addresses for stack objects");
  scope_count(vm, ins, o);
  cell_put(vm, regs + ins->dst, o->base);
  return STEP_NEXT;
}

static enum step restore_stack(struct vm *vm, uint32_t mark) {
  struct thread *t = vm->thread;
  enum step turn = visible_ending(vm, mark, false);
  if (turn != STEP_NEXT) return turn;
  while (t->regs.locals != mark && t->regs.locals != IR_NONE) {
    struct object *o = vm->regions[stack_region(t)].slots[t->regs.locals];
    t->regs.locals = o->below;
    memory_kill(vm, o, t->regs.pc);
  }
  return STEP_NEXT;
}

static enum step indirect_call(struct vm *vm, const struct ir_ins *ins, const struct cell *target) {
  uint64_t address;
  if (target->expr == CELL_UNDEF) return decide_fail(vm, FAILURE_MEMORY, "call through an uninitialised pointer", NULL);
  enum step step = STEP_NEXT;
  if (target->expr) step = decide_written(vm, target->expr, "call through an uninitialised pointer");
  if (step == STEP_NEXT) step = decide_value(vm, target, vm->program->pointer_bits, "a function pointer", &address);
  if (step != STEP_NEXT) return step;
  uint32_t function = function_at(vm, address);
  log_add(vm, LOG_VALUE, 0, address, 0);
  if (function != IR_NONE) return call_function(vm, ins, function);
  const char *text = address < 4096 ? "call through a null pointer" : "call through a pointer that is no function";
  return decide_fail(vm, FAILURE_MEMORY, text, NULL);
}

static uint32_t concrete_switch(const struct vm *vm, const struct ir_ins *ins, uint64_t value) {
  const int32_t *extra = &vm->program->extra[ins->b];
  for (int32_t i = 1; i + 1 < ins->c; i += 2)
    if (vm->consts[ir_const_index(extra[i])].value == value) return (uint32_t)extra[i + 1];
  return (uint32_t)extra[0];
}

/* How many instructions may be executed before somebody looks around. */
static int64_t slice_of(const struct vm *vm) {
  uint64_t most = vm->config->max_steps;
  if (!most || (most > vm->steps && most - vm->steps >= POLL_EVERY)) return POLL_EVERY;
  return most > vm->steps ? (int64_t)(most - vm->steps) : 0;
}

static void count_steps(struct vm *vm, int64_t executed) {
  vm->steps += (uint64_t)executed;
  vm->steps_sum += (uint64_t)executed;
  vm->uncounted = 0;
}

/* Once in POLL_EVERY instructions, or where the path is too long: limits, and whether the host wants to stop. */
static enum step look_around(struct vm *vm, int64_t executed) {
  count_steps(vm, executed);
  if (vm->config->max_steps && vm->steps >= vm->config->max_steps)
    return decide_cut(vm, "a path is longer than %llu instructions", (unsigned long long)vm->config->max_steps);
  if (vm->most_steps && vm->steps >= vm->most_steps) {
    if (vm->host.search.bounded) vm->host.search.bounded(vm->host.search.context);
    else vm->host.incomplete(vm->host.context, "a path is longer than was asked for");
    return threads_halt(vm, HALT_CUT);
  }
  if (!vm->host.poll(vm->host.context)) return STEP_NEXT;
  vm->end = VM_STOPPED;
  return STEP_END;
}

#define A (ins->a >= 0 ? R + ins->a : K + ~ins->a)
#define B (ins->b >= 0 ? R + ins->b : K + ~ins->b)
#define C (ins->c >= 0 ? R + ins->c : K + ~ins->c)
#define W ins->width

#define NEXT                                                                                                           \
  do {                                                                                                                 \
    ins++;                                                                                                             \
    DISPATCH;                                                                                                          \
  } while (0)
#define SYNC                                                                                                           \
  (thread->regs.pc = (uint32_t)(ins - code), thread->regs.path = path, vm->uncounted = (uint64_t)(slice - budget))
/* One more instruction that others may see; the library's do not count. */
#define COUNT (thread->regs.hooks += user)
/* Where coverage is wanted: control leaves behind the current instruction, or goes on at one. */
#define LEAVE                                                                                                          \
  do {                                                                                                                 \
    if (__builtin_expect(flow != NULL, 0)) flow[ins - code].left++;                                                    \
  } while (0)
#define COME                                                                                                           \
  do {                                                                                                                 \
    if (__builtin_expect(flow != NULL, 0)) flow[ins - code].came++;                                                    \
  } while (0)
/* Runs a slow path and goes on as it says. */
#define SLOW(call)                                                                                                     \
  do {                                                                                                                 \
    SYNC;                                                                                                              \
    vm->log_from = vm->log.count;                                                                                      \
    enum step step_ = (call);                                                                                          \
    vm->tries = vm->by_chance = 0;                                                                                     \
    vm->granted = false;                                                                                               \
    if (step_ == STEP_NEXT) NEXT;                                                                                      \
    LEAVE;                                                                                                             \
    if (step_ == STEP_END) goto finish;                                                                                \
    goto reload;                                                                                                       \
  } while (0)
/* The same for instructions that are counted once they have happened. */
#define SLOW_COUNTED(call)                                                                                             \
  do {                                                                                                                 \
    SYNC;                                                                                                              \
    vm->log_from = vm->log.count;                                                                                      \
    enum step step_ = (call);                                                                                          \
    vm->tries = vm->by_chance = 0;                                                                                     \
    vm->granted = false;                                                                                               \
    if (step_ != STEP_NEXT) LEAVE;                                                                                     \
    if (step_ == STEP_END) goto finish;                                                                                \
    COUNT;                                                                                                             \
    if (step_ == STEP_NEXT) NEXT;                                                                                      \
    goto reload;                                                                                                       \
  } while (0)
#define PUT(v)                                                                                                         \
  do {                                                                                                                 \
    struct cell *to_ = R + ins->dst;                                                                                   \
    uint64_t v_ = (v);                                                                                                 \
    if (to_->stamp != vm->stamp) trail_log_cell(vm, to_);                                                              \
    to_->value = v_;                                                                                                   \
    to_->expr = 0;                                                                                                     \
  } while (0)
#define BINARY(name, formula)                                                                                          \
  L_##name : {                                                                                                         \
    const struct cell *pa = A, *pb = B;                                                                                \
    if (pa->expr | pb->expr) SLOW(alu_symbolic(vm, ins, R));                                                           \
    const uint64_t a = pa->value, b = pb->value;                                                                       \
    PUT(formula);                                                                                                      \
    NEXT;                                                                                                              \
  }
#define UNARY(name, formula)                                                                                           \
  L_##name : {                                                                                                         \
    const struct cell *pa = A;                                                                                         \
    if (pa->expr) SLOW(alu_symbolic(vm, ins, R));                                                                      \
    const uint64_t a = pa->value;                                                                                      \
    PUT(formula);                                                                                                      \
    NEXT;                                                                                                              \
  }
/* May fail: the concrete case without a failure is handled here. */
#define CHECKED(name, fails, formula)                                                                                  \
  L_##name : {                                                                                                         \
    const struct cell *pa = A, *pb = B;                                                                                \
    const uint64_t a = pa->value, b = pb->value;                                                                       \
    if ((pa->expr | pb->expr) || (fails)) SLOW(alu_checked(vm, ins, R));                                               \
    PUT(formula);                                                                                                      \
    NEXT;                                                                                                              \
  }
/* Arithmetic with a check by option: `wanted` says whether this instruction has it. */
#define OPTIONAL(name, wanted, fails, formula)                                                                         \
  L_##name : {                                                                                                         \
    const struct cell *pa = A, *pb = B;                                                                                \
    const uint64_t a = pa->value, b = pb->value;                                                                       \
    if (__builtin_expect(wanted, 0) && ((pa->expr | pb->expr) || (fails))) SLOW(alu_checked(vm, ins, R));              \
    if (pa->expr | pb->expr) SLOW(alu_symbolic(vm, ins, R));                                                           \
    PUT(formula);                                                                                                      \
    NEXT;                                                                                                              \
  }
#define FLOAT(name)                                                                                                    \
  L_##name : {                                                                                                         \
    const char *shape = ir_ops[IR_##name].shape;                                                                       \
    const struct cell *pa = A, *pb = shape[3] == 'v' ? B : pa, *pc_ = shape[4] == 'v' ? C : pa;                        \
    if (pa->expr | pb->expr | pc_->expr) SLOW(alu_symbolic(vm, ins, R));                                               \
    log_add(vm, LOG_VALUE, 0, pa->value, pb->value);                                                                   \
    log_add(vm, LOG_VALUE, 0, pc_->value, 0);                                                                          \
    PUT(alu_float(ins, pa->value, pb->value, pc_->value));                                                             \
    NEXT;                                                                                                              \
  }
/* Where a branch went, and whether it matters. */
#define LOG_GOES(target)                                                                                               \
  do {                                                                                                                 \
    if (__builtin_expect(vm->logs, 0))                                                                                 \
      log_push(vm, LOG_BRANCH, (target), irrelevant_at(vm, (uint32_t)(ins - code)), (uint64_t)(ins - code));           \
  } while (0)
#define ENTER(target)                                                                                                  \
  do {                                                                                                                 \
    const struct ir_block *block_ = &blocks[target];                                                                   \
    if (__builtin_expect(vm->block_seen != NULL, 0)) blocks_enter(vm, (uint32_t)(target));                             \
    ins = code + block_->first;                                                                                        \
    budget -= block_->count;                                                                                           \
    if (__builtin_expect(budget < 0, 0)) goto poll;                                                                    \
    COME;                                                                                                              \
    DISPATCH;                                                                                                          \
  } while (0)

/* The usual loop, and one that looks at the instructions that another version has otherwise (beside.h). */
#define RUN run_plain
#define DISPATCH goto *label[ins->op]
#define FINISH ((void)0)
#include "vm/exec_loop.h"
#undef RUN
#undef DISPATCH
#undef FINISH
#define RUN run_watching
#define DISPATCH                                                                                                       \
  do {                                                                                                                 \
    if (__builtin_expect(watched_at[ins - code], 0)) goto watched;                                                     \
    goto *label[ins->op];                                                                                              \
  } while (0)
#define FINISH beside_leave(vm)
#define WATCHING
#include "vm/exec_loop.h"

#undef RUN
#undef DISPATCH
#undef FINISH
#undef WATCHING
/* And one that tells somebody about every instruction (steps.c). */
#define RUN run_telling
#define DISPATCH goto tell
#define FINISH ((void)0)
#define TELLING
#include "vm/exec_loop.h"

enum vm_end vm_run(struct vm *vm) {
  if (vm->listener) return run_telling(vm);
  return beside_watches(vm) ? run_watching(vm) : run_plain(vm);
}
