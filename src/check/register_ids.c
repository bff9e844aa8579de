/* Registers under other numbers. A function's registers are its own, so any numbering does that keeps the parameters
   first and the results of one instruction side by side. */
#include "check/register_ids.h"
#include "util/assert.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

/* ---- the plan ---- */

struct plan {
  const struct ir_function *f;
  const uint32_t *match; /* per register */
  uint32_t *number;      /* per register; IR_NONE: not decided */
  uint8_t *taken;        /* per number below limit */
  uint32_t limit, next;  /* numbers of the old function; the next that it did not have */
};

static void settle(struct plan *p, uint32_t reg, uint32_t number) {
  p->number[reg] = number;
  if (number < p->limit) p->taken[number] = 1;
}

/* A row of registers gets the numbers of its matches if these are a row too and nobody else has them. */
static void settle_row(struct plan *p, uint32_t first, uint32_t count) {
  uint32_t start = p->match[first];
  bool kept = start != IR_NONE;
  for (uint32_t i = 0; i < count && kept; i++)
    kept = p->match[first + i] == start + i && start + i < p->limit && !p->taken[start + i] &&
           p->number[first + i] == IR_NONE;
  for (uint32_t i = 0; i < count; i++) settle(p, first + i, kept ? start + i : p->next++);
}

static void plan_function(const struct change *c, uint32_t function, uint32_t *number, uint32_t *nregs) {
  const struct ir_program *new = c->new.program;
  const struct ir_function *f = &new->functions[function];
  uint32_t limit =
      c->new.function[function] == IR_NONE ? 0 : c->old.program->functions[c->new.function[function]].nregs;
  if (limit < f->nparams) limit = f->nparams;
  struct plan p = {.f = f,
                   .match = c->new.reg + f->first_reg,
                   .number = number,
                   .taken = mem_zalloc(limit + 1ull),
                   .limit = limit,
                   .next = limit};
  for (uint32_t i = 0; i < f->nregs; i++) p.number[i] = IR_NONE;
  for (uint32_t i = 0; i < f->nparams; i++) settle(&p, i, i);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (ir_result_count(&new->ins[i]) > 1 && p.number[new->ins[i].dst] == IR_NONE)
      settle_row(&p, new->ins[i].dst, ir_result_count(&new->ins[i]));
  for (uint32_t i = 0; i < f->nregs; i++)
    if (p.number[i] == IR_NONE) settle_row(&p, i, 1);
  *nregs = p.next;
  free(p.taken);
}

void register_ids_compute(struct stable_ids *n, const struct change *change) {
  const struct ir_program *new = n->loaded;
  n->reg = mem_zalloc((new->nregs + 1) * sizeof *n->reg);
  n->nregs = mem_zalloc((new->nfunctions + 1) * sizeof *n->nregs);
  for (uint32_t f = 0; f < new->nfunctions; f++)
    plan_function(change, f, n->reg + new->functions[f].first_reg, &n->nregs[f]);
}

static bool function_fits(const struct ir_program *p, const struct ir_function *f, const uint32_t *number,
                          uint32_t nregs) {
  uint8_t *taken = mem_zalloc(nregs + 1ull);
  bool fits = nregs <= INT32_MAX;
  for (uint32_t i = 0; i < f->nregs && fits; i++) {
    fits = number[i] < nregs && !taken[number[i]] && (i >= f->nparams || number[i] == i);
    if (fits) taken[number[i]] = 1;
  }
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins && fits; i++)
    for (uint32_t k = 1; k < ir_result_count(&p->ins[i]) && fits; k++)
      fits = number[p->ins[i].dst + k] == number[p->ins[i].dst] + k;
  free(taken);
  return fits;
}

bool register_ids_fit(const struct stable_ids *n) {
  const struct ir_program *p = n->loaded;
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (!function_fits(p, &p->functions[f], n->reg + p->functions[f].first_reg, n->nregs[f])) return false;
  return true;
}

/* ---- renumbering ---- */

static void put_value(int32_t *value, const uint32_t *number) {
  if (!ir_is_const(*value)) *value = (int32_t)number[*value];
}

static void put_instruction(struct ir_program *p, struct ir_ins *ins, const uint32_t *number) {
  const char *shape = ir_ops[ins->op].shape;
  int32_t *fields[3] = {&ins->a, &ins->b, &ins->c};
  if (ir_result_count(ins)) ins->dst = number[ins->dst];
  for (unsigned i = 0; i < 3; i++)
    if (shape[2 + i] == 'v') put_value(fields[i], number);
  if (!ir_op_has_list(ins->op)) return;
  for (int32_t i = 0; i < ins->c; i++) put_value(&p->extra[ins->b + i], number);
}

static void *copy(const void *data, uint64_t bytes) {
  void *to = mem_alloc(bytes + 1);
  if (bytes) memcpy(to, data, bytes);
  return to;
}

void register_ids_apply(struct stable_ids *n) {
  const struct ir_program *from = n->loaded;
  struct ir_program *p = &n->program;
  uint64_t total = 0;
  for (uint32_t f = 0; f < from->nfunctions; f++) total += n->nregs[f];
  p->functions = copy(from->functions, from->nfunctions * sizeof *p->functions);
  p->ins = copy(from->ins, from->nins * sizeof *p->ins);
  p->extra = copy(from->extra, from->nextra * sizeof *p->extra);
  p->regs = mem_zalloc((total + 1) * sizeof *p->regs);
  p->nregs = total;
  for (uint64_t i = 0; i < total; i++) p->regs[i].width = 64; /* of numbers that are not used */
  uint32_t first = 0;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    struct ir_function *fn = &p->functions[f];
    const uint32_t *number = n->reg + fn->first_reg;
    for (uint32_t i = 0; i < fn->nregs; i++) p->regs[first + number[i]] = from->regs[fn->first_reg + i];
    for (uint32_t i = fn->first_ins; i < fn->first_ins + fn->nins; i++) put_instruction(p, &p->ins[i], number);
    fn->first_reg = first;
    fn->nregs = n->nregs[f];
    first += n->nregs[f];
  }
}
