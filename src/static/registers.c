/* Where registers are written and read. */
#include "static/inside.h"

struct operands operands_of(const struct ir_program *p, const struct ir_ins *ins) {
  struct operands o = {0};
  const int32_t fields[] = {ins->a, ins->b, ins->c};
  for (unsigned k = 0; k < 3; k++)
    if (ir_ops[ins->op].shape[2 + k] == 'v') o.fixed[o.nfixed++] = fields[k];
  if (ir_op_has_list(ins->op)) {
    o.more = p->extra + ins->b;
    o.nmore = (uint32_t)ins->c;
  }
  return o;
}

static void note_use(pairs *uses, const struct ir_function *f, ir_value v, uint32_t ins) {
  if (ir_is_const(v)) return;
  struct pair use = {f->first_reg + (uint32_t)v, ins};
  if (!uses->count || vec_last(uses).to != ins || vec_last(uses).from != use.from) vec_push(uses, use);
}

static void note_ins(const struct statics *s, uint32_t ins, pairs *definitions, pairs *uses) {
  const struct ir_function *f = function_at(s, ins);
  struct operands o = operands_of(s->p, &s->p->ins[ins]);
  uint32_t results = ir_result_count(&s->p->ins[ins]);
  for (uint32_t i = 0; i < results; i++)
    vec_push(definitions, ((struct pair){f->first_reg + s->p->ins[ins].dst + i, ins}));
  for (uint32_t i = 0; i < o.nfixed; i++) note_use(uses, f, o.fixed[i], ins);
  for (uint32_t i = 0; i < o.nmore; i++) note_use(uses, f, o.more[i], ins);
}

void registers_find(struct statics *s) {
  pairs definitions = {0}, uses = {0}, returns = {0};
  for (uint32_t i = 0; i < s->p->nins; i++) {
    if (!is_live(s, i)) continue;
    note_ins(s, i, &definitions, &uses);
    if (s->p->ins[i].op == IR_RET) vec_push(&returns, ((struct pair){s->function_of[i], i}));
  }
  s->definitions = table_make((uint32_t)s->p->nregs, definitions.data, definitions.count);
  s->uses = table_make((uint32_t)s->p->nregs, uses.data, uses.count);
  s->returns_of = table_make((uint32_t)s->p->nfunctions, returns.data, returns.count);
  vec_free(&definitions);
  vec_free(&uses);
  vec_free(&returns);
}
