/* Irrelevant (don't-care) decisions: at an instruction that has no influence on any target (VM_IRRELEVANT_BRANCH) it
   does not matter which side is taken. One is taken and nothing is assumed about the inputs.

   The side is the one that inputs of zeros would take: always the same in the same thread with the same data, whatever
   the interleaving, and consistent with other irrelevant decisions, so that loops end. What was taken is remembered:
   where the inputs of a run fulfil these conditions, the run is exactly theirs. */
#include "vm/state.h"

void vm_set_relevance(struct vm *vm, const uint8_t *relevance) {
  vm->relevance = relevance;
  vm->zeros = sym_epoch(vm->sym);
}

const sym_id *vm_irrelevant_conditions(const struct vm *vm, uint32_t *count) {
  *count = vm->irrelevant.count;
  return vm->irrelevant.data;
}
bool vm_has_skipped(const struct vm *vm) { return vm->bent; }

static bool has_no_influence(const struct vm *vm, uint32_t ins) { return vm->relevance[ins] & VM_IRRELEVANT_BRANCH; }

/* Targets are mostly named by the user's code, also where the library fails on its behalf: what happens inside a call
   that matters does too. */
static bool calls_are_free(const struct vm *vm) {
  const struct thread *t = vm->thread;
  uint32_t base = t->regs.base;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    if (!(vm->program->functions[frame_function(t, base)].flags & IR_FN_LIBRARY)) return true;
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    uint32_t back = (uint32_t)header;
    if (back == IR_NONE) return true;
    if (!has_no_influence(vm, back - 1)) return false;
    base = (uint32_t)(header >> 32);
  }
  return true;
}

bool irrelevant_at(const struct vm *vm, uint32_t pc) {
  return vm->relevance && has_no_influence(vm, pc) && calls_are_free(vm);
}

uint64_t irrelevant_value(struct vm *vm, sym_id expr) {
  if (!irrelevant_here(vm)) return smt_value(vm->smt, vm->sym, expr);
  return sym_eval_in(vm->sym, vm->zeros, expr, NULL, 0);
}

/* Loops ask the same again and again. */
void irrelevant_take(struct vm *vm, sym_id condition) {
  enum { FEW = 8 };
  if (sym_is_true(vm->sym, condition)) return;
  for (uint32_t i = vm->irrelevant.count; i-- > 0 && vm->irrelevant.count - i <= FEW;)
    if (vm->irrelevant.data[i] == condition) return;
  vec_push(&vm->irrelevant, condition);
}

/* A side that never returns is avoided: data without influence may not be the program's own, and lead where no inputs
   do. */
enum step irrelevant_branch(struct vm *vm, sym_id condition, uint32_t yes, uint32_t no) {
  bool side = irrelevant_value(vm, condition);
  if (vm->dead_end[side ? yes : no] && !vm->dead_end[side ? no : yes]) side = !side;
  irrelevant_take(vm, side ? condition : sym_not(vm->sym, condition));
  vm->edge = side ? yes : no;
  return STEP_GOTO;
}

static void bend(struct vm *vm) {
  if (vm->bent) return;
  trail_log_scalar(vm, &vm->bent);
  vm->bent = 1;
}

int32_t irrelevant_detour(struct vm *vm, uint32_t pc, int32_t target, int32_t other) {
  if (vm->dead_end[other] || !irrelevant_at(vm, pc)) return target;
  bend(vm);
  return other;
}

enum step irrelevant_skip(struct vm *vm) {
  struct thread *t = vm->thread;
  const struct ir_ins *ins = &vm->program->ins[t->regs.pc];
  if (ir_ops[ins->op].class == IR_CLASS_FLOW || ins->op == IR_TRAP || ins->op == IR_UNSUPPORTED)
    return decide_cut(vm, "code without influence on what is looked for could not be executed");
  bend(vm);
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  for (uint32_t i = 0; i < ir_result_count(ins); i++) cell_put(vm, t->cells + t->regs.base + ins->dst + i, 0);
  vm->edge = IR_NONE;
  t->regs.pc++;
  return STEP_GOTO;
}
