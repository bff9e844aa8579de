/* Decisions: where the value of an input settles how the path goes on.

   The current model always knows one feasible side for free; the solver is asked about the other. A side that is left
   for later becomes a choice on the trail. */
#include <stdarg.h>
#include <stdio.h>

#include "suite/ktest.h"
#include "vm/state.h"

enum { MOST_VALUES = 256 }; /* values of one symbolic size or address that are enumerated */
/* Sizes of an allocation that are explored where there are more; what is large, and what is usual. */
enum { FEW_SIZES = 4, LARGE_SIZE = 1 << 16, USUAL_SIZE = 64 };

void decide_incomplete(struct vm *vm, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  vm->host.incomplete(vm->host.context, text);
}

enum step decide_cut(struct vm *vm, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  vm->host.incomplete(vm->host.context, text);
  return threads_halt(vm, HALT_CUT);
}

static void report_failure(struct vm *vm, enum failure_kind kind, const char *message, const char *detail) {
  static const char unconfirmed[] =
      "a failure after an atomic section that could not go on; it may need that section's writes";
  if (!(vm->halted & HALT_HIDDEN)) vm->host.failure(vm->host.context, kind, message, detail);
  else if (!vm->host.unconfirmed) decide_incomplete(vm, unconfirmed);
  else {
    log_add(vm, LOG_OPAQUE, 0, 0, 0);
    vm->host.unconfirmed(vm->host.context, kind, message, unconfirmed);
  }
}

/* Nothing of this thread follows a failure; what others could have done before it is still to be seen. */
enum step decide_fail_logged(struct vm *vm, enum failure_kind kind, const char *message, const char *detail) {
  if (irrelevant_here(vm)) return irrelevant_skip(vm);
  report_failure(vm, kind, message, detail);
  if (vm->unjoined) return threads_halt(vm, HALT_FAILED);
  vm->end = VM_FAILED;
  return STEP_END;
}

/* An assertion is a call: the log has its argument, or the branch that led to it. */
enum step decide_fail(struct vm *vm, enum failure_kind kind, const char *message, const char *detail) {
  if (kind != FAILURE_ASSERT) log_add(vm, LOG_OPAQUE, 0, 0, 0);
  return decide_fail_logged(vm, kind, message, detail);
}

/* A name that no other input of the path has: the base name, or with a number behind it as KLEE does. */
static uint32_t unique_name(struct vm *vm, const char *base, char *name, size_t capacity) {
  uint32_t repetition = 0;
  size_t length = strlen(base);
  for (uint32_t i = vm->inputs.count; i-- > 0;) {
    const char *other = sym_input_at(vm->sym, vm->inputs.data[i].input)->name;
    if (vm->inputs.data[i].name == length && !strncmp(other, base, length)) {
      repetition = vm->inputs.data[i].repetition + 1;
      break;
    }
  }
  if (repetition) snprintf(name, capacity, "%s_%u", base, repetition);
  else snprintf(name, capacity, "%s", base);
  return repetition;
}

/* An input's name does not depend on the interleaving: what threads other than main read carries their name. */
const char *decide_input_name(const struct vm *vm, const char *base, char *name, size_t capacity) {
  if (!vm->thread || !vm->thread->index) return base;
  snprintf(name, capacity, "%s@%s", base, vm->thread->name);
  return name;
}

/* A replayed test fixes the value, but it stays one that nobody wrote: the same checks fail. */
void decide_pin(struct vm *vm, sym_id expr, const uint8_t *bytes, unsigned count) {
  uint64_t value = 0;
  memcpy(&value, bytes, count);
  decide_assume(vm, sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, value, count * 8)));
}

static void pin_input(struct vm *vm, const char *name, uint32_t first, uint32_t size) {
  const struct ktest_object *o = ktest_find(vm->host.pinned, name);
  for (uint32_t i = 0; o && o->size == size && i < size; i++)
    decide_pin(vm, sym_bytes(vm->sym, first + i, 1), o->bytes + i, 1);
}

uint32_t decide_input(struct vm *vm, const char *base, uint32_t size, enum sym_input_kind kind) {
  char name[256];
  uint32_t repetition = unique_name(vm, base, name, sizeof name);
  uint32_t input = sym_input(vm->sym, name, size, kind);
  struct vm_input entry = {
      .input = input, .name = (uint32_t)strlen(base), .repetition = repetition, .ins = vm_asking_ins(vm)};
  vec_push(&vm->inputs, entry);
  uint32_t first = sym_input_at(vm->sym, input)->first;
  if (vm->host.pinned) pin_input(vm, name, first, size);
  return first;
}

/* A value of which a copy has become a variable before: that one. */
static bool find_variable(const struct vm *vm, const char *name, uint32_t *first) {
  for (uint32_t i = vm->inputs.count; i-- > 0;) {
    const struct sym_input *input = sym_input_at(vm->sym, vm->inputs.data[i].input);
    if (input->kind != SYM_UNINIT || strcmp(input->name, name)) continue;
    *first = input->first;
    return true;
  }
  return false;
}

void decide_define(struct vm *vm, struct cell *cell, unsigned width) {
  if (cell->expr != CELL_UNDEF) return;
  char name[200];
  uint32_t bytes = (width + 7) / 8, first;
  trail_save_thread(vm, vm->thread);
  if (cell->value) {
    snprintf(name, sizeof name, "heddle.uninit.%s.register%u", vm->threads.data[cell->value >> 32]->name,
             (uint32_t)cell->value);
    if (!MUTATED(UNINIT) && find_variable(vm, name, &first)) {
      cell_put_raw(vm, cell, 0, sym_extract(vm->sym, sym_bytes(vm->sym, first, bytes), 0, width));
      return;
    }
  } else {
    snprintf(name, sizeof name, "heddle.uninit.%s.local%u", vm->thread->name, vm->thread->regs.undef_count++);
  }
  const uint8_t *fixed = given_input(vm, name, bytes, SYM_UNINIT);
  sym_id expr = sym_bytes(vm->sym, decide_input(vm, name, bytes, SYM_UNINIT), bytes);
  if (fixed) decide_pin(vm, expr, fixed, bytes);
  cell_put_raw(vm, cell, 0, sym_extract(vm->sym, expr, 0, width));
}

sym_id decide_expr(struct vm *vm, const struct cell *cell, unsigned width) {
  if (cell->expr == CELL_UNDEF) decide_define(vm, (struct cell *)cell, width);
  return cell->expr ? cell->expr : sym_const(vm->sym, cell->value, width);
}

static void report_unknown(struct vm *vm, sym_id asked) {
  bool library = sym_has_library(vm->sym, asked);
  decide_incomplete(vm, library ? "a condition on a function like sin or pow was not decided"
                                : "the solver gave no answer in time");
}

/* The thread is of no interest any more; what others do may race with what it did before. */
static enum step infeasible(struct vm *vm) {
  if (vm->unjoined) return threads_halt(vm, HALT_SILENT);
  vm->end = VM_INFEASIBLE;
  return STEP_END;
}

enum step decide_assume(struct vm *vm, sym_id holds) {
  if (sym_is_true(vm->sym, holds)) return STEP_NEXT;
  if (sym_is_false(vm->sym, holds)) return infeasible(vm);
  log_add(vm, LOG_DECIDE, 0, 1, 0);
  if (!smt_value(vm->smt, vm->sym, holds)) {
    enum smt_answer answer = smt_check(vm->smt, holds);
    if (answer == SMT_UNSAT || answer == SMT_ELSEWHERE) return infeasible(vm);
    if (answer == SMT_UNKNOWN) return decide_cut(vm, "the solver could not decide an assumption in time");
  }
  smt_assume(vm->smt, holds);
  return STEP_NEXT;
}

/* Where nothing depends on it, what must hold is only remembered. */
static enum step require_freely(struct vm *vm, sym_id holds) {
  if (!irrelevant_value(vm, holds)) return irrelevant_skip(vm);
  irrelevant_take(vm, holds);
  return STEP_NEXT;
}

/* With other threads about, those who see what led here may go on while this thread does not. */
enum step decide_assume_here(struct vm *vm, sym_id holds) {
  bool side = true;
  if (irrelevant_here(vm)) return require_freely(vm, holds);
  if (!vm->unjoined) return decide_assume(vm, holds);
  enum step step = decide_split(vm, holds, &side);
  return step != STEP_NEXT || side ? step : threads_halt(vm, HALT_SILENT);
}

/* With other threads about, the failing side is explored like any other: their operations there may race with the
   past. */
static enum step require_split(struct vm *vm, sym_id holds, enum failure_kind kind, const char *message,
                               const char *detail) {
  bool side;
  enum step step = decide_split(vm, holds, &side);
  if (step != STEP_NEXT || side) return step;
  return decide_fail(vm, kind, message, detail);
}

/* The path of a failure is the one on which it happens, also where the search goes on elsewhere. */
static void report_on_side(struct vm *vm, sym_id fails, enum failure_kind kind, const char *message,
                           const char *detail) {
  struct smt_mark mark = smt_mark(vm->smt);
  smt_assume(vm->smt, fails);
  report_failure(vm, kind, message, detail);
  smt_rewind(vm->smt, mark);
}

/* The failing side is a run of its own that ends here; what is left is the side that holds. */
enum step decide_require(struct vm *vm, sym_id holds, enum failure_kind kind, const char *message, const char *detail) {
  if (sym_is_true(vm->sym, holds)) return STEP_NEXT;
  if (irrelevant_here(vm)) return require_freely(vm, holds);
  if (sym_is_false(vm->sym, holds)) return decide_fail(vm, kind, message, detail);
  if (vm->unjoined) return require_split(vm, holds, kind, message, detail);
  log_add(vm, LOG_DECIDE, 0, 1, 0);
  sym_id fails = sym_not(vm->sym, holds);
  if (!smt_value(vm->smt, vm->sym, holds)) {
    enum smt_answer answer = smt_check(vm->smt, holds);
    if (answer == SMT_ELSEWHERE) smt_assume(vm->smt, fails);
    if (answer == SMT_UNSAT || answer == SMT_ELSEWHERE) return decide_fail(vm, kind, message, detail);
    uint32_t witness = answer == SMT_SAT ? smt_keep_witness(vm->smt) : 0;
    report_on_side(vm, fails, kind, message, detail);
    if (answer == SMT_UNKNOWN) return decide_cut(vm, "the solver gave no answer in time");
    smt_assume_with(vm->smt, holds, witness);
    return STEP_NEXT;
  }
  enum smt_answer answer = smt_check(vm->smt, fails);
  if (answer == SMT_UNKNOWN) report_unknown(vm, fails);
  if (answer == SMT_UNSAT) return STEP_NEXT;
  if (answer == SMT_SAT) report_on_side(vm, fails, kind, message, detail);
  smt_assume(vm->smt, holds);
  return STEP_NEXT;
}

/* False at the depth limit: then only one side of a decision is explored. */
static bool may_push(struct vm *vm) {
  uint64_t limit = vm->config->max_depth;
  if (!limit || vm->choices.count < limit) return true;
  decide_incomplete(vm, "the depth limit of %llu decisions was reached: other sides were not explored",
                    (unsigned long long)limit);
  return false;
}

enum step decide_written(struct vm *vm, sym_id value, const char *message) {
  return decide_require(vm, sym_is_written(vm->sym, value), FAILURE_MEMORY, message, NULL);
}

enum step decide_initialised(struct vm *vm, sym_id decides) {
  return check_on(vm, CHECK_UNINIT) ? decide_written(vm, decides, "a decision depends on uninitialised data")
                                    : STEP_NEXT;
}

static bool is_needless(struct vm *vm, sym_id side) {
  return vm->host.search.redundant && vm->host.search.redundant(vm->host.search.context, side);
}

/* A side that ends the program at once is explored before the one that goes on: failures come early. */
static enum step branch_other_first(struct vm *vm, sym_id taken, sym_id other, uint32_t witness, uint32_t block) {
  smt_check(vm->smt, taken); /* holds in the current model, which becomes its witness */
  trail_push_choice(vm, vm->edge, taken, smt_keep_witness(vm->smt), 0);
  smt_assume_with(vm->smt, other, witness);
  vm->edge = block;
  return STEP_GOTO;
}

enum step decide_branch(struct vm *vm, sym_id condition, uint32_t yes, uint32_t no) {
  if (irrelevant_here(vm)) return irrelevant_branch(vm, condition, yes, no);
  if (decide_initialised(vm, condition) == STEP_END) return STEP_END;
  bool side = smt_value(vm->smt, vm->sym, condition);
  sym_id taken = side ? condition : sym_not(vm->sym, condition);
  sym_id other = side ? sym_not(vm->sym, condition) : condition;
  enum smt_answer answer = smt_check(vm->smt, other);
  if (answer == SMT_UNKNOWN) report_unknown(vm, other);
  vm->edge = side ? yes : no;
  if (answer == SMT_SAT && may_push(vm)) {
    uint32_t witness = smt_keep_witness(vm->smt);
    if (vm->host.search.covered && vm->host.search.covered(vm->host.search.context)) {
      vm->end = VM_COVERED;
      return STEP_END;
    }
    if (is_needless(vm, other)) {
      smt_assume(vm->smt, taken);
      return STEP_GOTO;
    }
    if (is_needless(vm, taken)) {
      smt_assume_with(vm->smt, other, witness);
      vm->edge = side ? no : yes;
      return STEP_GOTO;
    }
    if (vm->dead_end[side ? no : yes]) return branch_other_first(vm, taken, other, witness, side ? no : yes);
    trail_push_choice(vm, side ? no : yes, other, witness, 0);
  }
  if (answer != SMT_UNSAT) smt_assume(vm->smt, taken);
  return STEP_GOTO;
}

/* The variable of an input that the path does not have yet. */
static sym_id chance_byte(struct vm *vm, const char *base) {
  char name[256 + 16];
  unique_name(vm, base, name, sizeof name);
  return sym_bytes(vm->sym, sym_input_at(vm->sym, sym_input(vm->sym, name, 1, SYM_INPUT))->first, 1);
}

/* Both ways, unless one of them was explored elsewhere. Who makes summaries wants to see both. */
static bool first_chance(struct vm *vm, sym_id byte) {
  sym_id yes = sym_binary(vm->sym, SYM_EQ, byte, sym_const(vm->sym, 1, 8));
  sym_id no = sym_binary(vm->sym, SYM_EQ, byte, sym_const(vm->sym, 0, 8));
  if (vm->by_chance) return true;
  if (!vm->logs && is_needless(vm, yes)) return false;
  if (!vm->logs && is_needless(vm, no)) return true;
  trail_push_chance(vm, vm->tries);
  return false;
}

void decide_chance(struct vm *vm, const char *base, bool *happens) {
  char full[256];
  const char *whole = decide_input_name(vm, base, full, sizeof full);
  const uint8_t *fixed = given_input(vm, whole, 1, SYM_INPUT);
  *happens = fixed && *fixed;
  if (fixed) return;
  sym_id byte = chance_byte(vm, whole);
  *happens = first_chance(vm, byte);
  decide_input(vm, whole, 1, SYM_INPUT);
  sym_id recorded = sym_binary(vm->sym, SYM_EQ, byte, sym_const(vm->sym, *happens, 8));
  if (!smt_value(vm->smt, vm->sym, recorded)) smt_check(vm->smt, recorded);
  smt_assume(vm->smt, recorded);
}

/* Takes the side of the model; the other side will execute this instruction again. */
enum step decide_split(struct vm *vm, sym_id condition, bool *side) {
  uint64_t value;
  if (sym_is_const(vm->sym, condition, &value)) {
    *side = value;
    return STEP_NEXT;
  }
  *side = irrelevant_value(vm, condition);
  sym_id taken = *side ? condition : sym_not(vm->sym, condition);
  if (irrelevant_here(vm)) {
    irrelevant_take(vm, taken);
    log_add(vm, LOG_DECIDE, 0, *side, 0);
    return STEP_NEXT;
  }
  sym_id other = *side ? sym_not(vm->sym, condition) : condition;
  enum smt_answer answer = smt_check(vm->smt, other);
  if (answer == SMT_UNKNOWN) report_unknown(vm, other);
  uint32_t witness = answer == SMT_SAT ? smt_keep_witness(vm->smt) : 0;
  bool only_taken = answer != SMT_SAT || is_needless(vm, other) || !may_push(vm),
       only_other = !only_taken && is_needless(vm, taken);
  if (only_other) {
    smt_assume_with(vm->smt, other, witness);
    *side = !*side;
  } else {
    if (!only_taken) trail_push_choice(vm, IR_NONE, other, witness, vm->tries + 1);
    if (answer != SMT_UNSAT) smt_assume(vm->smt, taken);
  }
  log_add(vm, LOG_DECIDE, 0, *side, 0);
  return STEP_NEXT;
}

/* The value with which the enumeration of a term goes on. */
static uint64_t next_value(struct vm *vm, sym_id expr) {
  uint64_t value;
  if (vm->host.search.agreed_value && !irrelevant_here(vm) &&
      vm->host.search.agreed_value(vm->host.search.context, expr, &value))
    return value;
  return irrelevant_value(vm, expr);
}

/* Values that other processes have are passed over. */
enum step decide_one_of(struct vm *vm, const struct cell *cell, unsigned width, uint32_t most, const char *what,
                        uint64_t *value) {
  if (!cell->expr) {
    *value = cell->value;
    return STEP_NEXT;
  }
  sym_id expr = decide_expr(vm, cell, width);
  *value = cell->value;
  if (!cell->expr) return STEP_NEXT;
  if (vm->tries >= most && !vm->config->exact_sizes)
    return decide_cut(vm, "%s has more than %u possible values; the others were not explored", what, most);
  enum step step = STEP_NEXT;
  for (bool side = false; step == STEP_NEXT && !side;) {
    *value = next_value(vm, expr);
    step = decide_split(vm, sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, *value, width)), &side);
  }
  return step;
}

enum step decide_value(struct vm *vm, const struct cell *cell, unsigned width, const char *what, uint64_t *value) {
  return decide_one_of(vm, cell, width, MOST_VALUES, what, value);
}

/* The size with which the enumeration goes on where there are too many for all of them: the smallest two, a large one,
   a usual one. What cannot be is passed over. */
static uint64_t next_size(struct vm *vm, sym_id expr, unsigned width, uint64_t low, uint64_t high) {
  const uint64_t wanted[FEW_SIZES] = {low, low, high < LARGE_SIZE ? high : LARGE_SIZE, USUAL_SIZE};
  uint64_t value = wanted[vm->tries < FEW_SIZES ? vm->tries : 0];
  sym_id same = sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, value, width));
  return smt_check(vm->smt, same) == SMT_SAT ? value : next_value(vm, expr);
}

static bool has_few_sizes(struct vm *vm, sym_id expr, uint64_t *low, uint64_t *high) {
  if (vm->config->exact_sizes) return true;
  *low = 0, *high = UINT64_MAX;
  return smt_range(vm->smt, expr, low, high) && *high - *low < MOST_VALUES;
}

enum step decide_size(struct vm *vm, const struct cell *cell, unsigned width, uint64_t *size) {
  static const char what[] = "the size of an allocation";
  uint64_t low, high;
  if (!cell->expr) return decide_value(vm, cell, width, what, size);
  sym_id expr = decide_expr(vm, cell, width);
  if (!cell->expr || irrelevant_here(vm) || has_few_sizes(vm, expr, &low, &high))
    return decide_value(vm, cell, width, what, size);
  if (vm->tries >= FEW_SIZES)
    return decide_cut(vm, "%s has more than %d possible values: %d of them were explored (--exact-sizes: all)", what,
                      MOST_VALUES, FEW_SIZES);
  enum step step = STEP_NEXT;
  for (bool side = false; step == STEP_NEXT && !side;) {
    *size = next_size(vm, expr, width, low, high);
    step = decide_split(vm, sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, *size, width)), &side);
  }
  return step;
}

/* The condition under which a switch goes to `target`: one of its cases, or none of all for the default. */
static sym_id switch_condition(struct vm *vm, const struct ir_ins *ins, sym_id value, int32_t target) {
  const int32_t *extra = &vm->program->extra[ins->b];
  bool standard = extra[0] == target;
  sym_id any = sym_const(vm->sym, 0, 1);
  for (int32_t i = 1; i + 1 < ins->c; i += 2) {
    if ((extra[i + 1] == target) == standard) continue;
    sym_id constant = sym_const(vm->sym, vm->consts[ir_const_index(extra[i])].value, ins->width);
    any = sym_binary(vm->sym, SYM_OR, any, sym_binary(vm->sym, SYM_EQ, value, constant));
  }
  return standard ? sym_not(vm->sym, any) : any;
}

static int32_t switch_target(const struct vm *vm, const struct ir_ins *ins, uint64_t value) {
  const int32_t *extra = &vm->program->extra[ins->b];
  int32_t target = extra[0];
  for (int32_t i = 1; i + 1 < ins->c; i += 2)
    if (vm->consts[ir_const_index(extra[i])].value == value) target = extra[i + 1];
  return target;
}

enum step decide_switch(struct vm *vm, const struct ir_ins *ins, const struct cell *value) {
  sym_id expr = decide_expr(vm, value, ins->width);
  if (decide_initialised(vm, expr) == STEP_END) return STEP_END;
  int32_t target = 0;
  for (bool side = false; !side;) {
    target = switch_target(vm, ins, value->expr ? next_value(vm, expr) : value->value);
    enum step step = decide_split(vm, switch_condition(vm, ins, expr, target), &side);
    if (step != STEP_NEXT) return step;
  }
  vm->edge = (uint32_t)target;
  return STEP_GOTO;
}
