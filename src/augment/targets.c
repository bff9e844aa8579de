/* The list of targets, in the order of the pairs or of the program. */
#include "augment/targets.h"

const char *target_means_text(enum target_means means) {
  static const char *const texts[] = {
#define X(name, text) text,
      TARGET_MEANS(X)
#undef X
  };
  return texts[means];
}

void targets_of_pairs(struct targets *targets, const struct pairs *pairs) {
  *targets = (struct targets){.criterion = CRITERION_PAIRS, .pairs = pairs};
  for (uint32_t i = 0; i < pairs->list.count; i++) {
    struct target t = {.first = pairs->list.data[i].writer, .second = pairs->list.data[i].reader};
    vec_push(&targets->list, t);
  }
}

static void add_side(struct targets *targets, const struct ir_program *p, uint32_t branch, int32_t block) {
  struct target t = {.first = branch, .second = p->blocks[block].first};
  for (uint32_t i = targets->list.count; i-- > 0 && targets->list.data[i].first == branch;)
    if (targets->list.data[i].second == t.second) return;
  vec_push(&targets->list, t);
}

static void add_branch(struct targets *targets, const struct ir_program *p, uint32_t i) {
  const struct ir_ins *ins = &p->ins[i];
  if (ins->op == IR_CBR) {
    add_side(targets, p, i, ins->b);
    add_side(targets, p, i, ins->c);
    return;
  }
  for (int32_t k = 0; k < ins->c; k += k ? 2 : 1) add_side(targets, p, i, p->extra[ins->b + (k ? k + 1 : 0)]);
}

void targets_of_branches(struct targets *targets, const struct ir_program *p, const struct statics *statics,
                         const struct static_set *branches) {
  *targets = (struct targets){.criterion = CRITERION_BRANCHES};
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      if (p->ins[i].op != IR_CBR && p->ins[i].op != IR_SWITCH) continue;
      if (static_is_live(statics, i) && (!branches || static_set_has(branches, i))) add_branch(targets, p, i);
    }
  }
}

void targets_free(struct targets *targets) {
  for (uint32_t i = 0; i < targets->list.count; i++) free(targets->list.data[i].test);
  vec_free(&targets->list);
}

uint32_t targets_count(const struct targets *targets, enum target_status status) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < targets->list.count; i++) n += targets->list.data[i].status == status;
  return n;
}
