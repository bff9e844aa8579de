/* Which registers are read before they are written, from the beginning of each block on: live variables, backwards. */
#include "equivalence/inside.h"

static void use(uint64_t *bits, ir_value v) {
  if (!ir_is_const(v)) bits[v / 64] |= (uint64_t)1 << v % 64;
}

static void step_back(const struct ir_program *p, const struct ir_ins *ins, uint64_t *bits) {
  const int32_t fields[] = {ins->a, ins->b, ins->c};
  for (uint32_t k = 0; k < ir_result_count(ins); k++)
    bits[(ins->dst + k) / 64] &= ~((uint64_t)1 << (ins->dst + k) % 64);
  for (unsigned k = 0; k < 3; k++)
    if (ir_ops[ins->op].shape[2 + k] == 'v') use(bits, fields[k]);
  for (int32_t k = 0; ir_op_has_list(ins->op) && k < ins->c; k++) use(bits, p->extra[ins->b + k]);
}

uint32_t liveness_successor(const struct ir_program *p, uint32_t block, uint32_t k) {
  const struct ir_ins *last = &p->ins[p->blocks[block].first + p->blocks[block].count - 1];
  switch ((enum ir_op)last->op) {
  case IR_BR: return k ? IR_NONE : (uint32_t)last->a;
  case IR_CBR: return k > 1 ? IR_NONE : (uint32_t)(k ? last->c : last->b);
  case IR_SWITCH: return 2 * k >= (uint32_t)last->c ? IR_NONE : (uint32_t)p->extra[last->b + (int32_t)(2 * k)];
  default: return IR_NONE;
  }
}

/* True if the set of the block has grown. */
static bool look_at(const struct ir_program *p, const struct ir_function *f, uint32_t b, uint64_t *sets, uint32_t words,
                    uint64_t *bits) {
  uint64_t *before = sets + (size_t)(b - f->first_block) * words;
  bool grown = false;
  for (uint32_t i = 0; i < words; i++) bits[i] = 0;
  for (uint32_t k = 0, to; (to = liveness_successor(p, b, k)) != IR_NONE; k++)
    for (uint32_t i = 0; i < words; i++) bits[i] |= sets[(size_t)(to - f->first_block) * words + i];
  for (uint32_t i = p->blocks[b].first + p->blocks[b].count; i-- > p->blocks[b].first;) step_back(p, &p->ins[i], bits);
  for (uint32_t i = 0; i < words; i++) {
    grown |= bits[i] != before[i];
    before[i] = bits[i];
  }
  return grown;
}

uint64_t *liveness_find(const struct ir_program *p, uint32_t function, uint32_t *words) {
  const struct ir_function *f = &p->functions[function];
  *words = f->nregs / 64 + 1;
  uint64_t *sets = mem_zalloc((size_t)(f->nblocks + 1) * *words * sizeof *sets);
  uint64_t *bits = mem_zalloc(*words * sizeof *bits);
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t b = f->nblocks; b-- > 0;) grown |= look_at(p, f, f->first_block + b, sets, *words, bits);
  }
  free(bits);
  return sets;
}
