/* Loops that may go on for ever. What comes after such a loop depends on the branches that leave it (weak control
   dependence), so the control flow graph gets an edge from each of them to the exit of the function.

   A loop is trusted to end only if it counts: one branch that every round takes compares a register that every round
   moves by one with something that stays the same, in the right direction. */
#include <string.h>

#include "static/graph.h"
#include "static/loops.h"

struct shape {
  const struct statics *s;
  const struct ir_function *f;
  struct graph g; /* of the live blocks, numbered from 0 */
  uint32_t *idom, *position, *order;
  uint32_t reached;
  uint32_t *definition; /* per register: its only defining instruction, IR_NONE: none, IR_NONE - 1: several */
  uint32_t *block_of;   /* per instruction of the function */
  uint32_t *inner;      /* per block: header of the innermost loop */
  uint8_t *body;        /* per block: part of the loop that is looked at */
  list members;         /* the blocks of that loop */
};

enum { SEVERAL = IR_NONE - 1 };

static bool dominates(const struct shape *x, uint32_t a, uint32_t b) {
  while (x->position[b] > x->position[a]) b = x->idom[b];
  return a == b;
}

/* ---- counting ---- */

static uint32_t definition_in_loop(const struct shape *x, uint32_t reg) {
  uint32_t found = IR_NONE;
  for (uint32_t m = 0; m < x->members.count; m++) {
    const struct ir_block *block = &x->s->p->blocks[x->f->first_block + x->members.data[m]];
    for (uint32_t i = block->first; i < block->first + block->count; i++) {
      const struct ir_ins *ins = &x->s->p->ins[i];
      uint32_t results = ins->dst == IR_NONE               ? 0
                         : ir_ops[ins->op].shape[0] == 'p' ? 2
                         : ir_ops[ins->op].shape[0] == 'm' ? ins->width
                                                           : 1;
      if (ins->dst == IR_NONE || reg < ins->dst || reg >= ins->dst + results) continue;
      if (found != IR_NONE) return SEVERAL;
      found = i;
    }
  }
  return found;
}

/* +1 or -1 if the instruction adds that to the register, else 0. */
static int step_of(const struct shape *x, uint32_t i, uint32_t reg) {
  const struct ir_ins *ins = &x->s->p->ins[i];
  const struct ir_program *p = x->s->p;
  if ((ins->op != IR_ADD && ins->op != IR_SUB) || ins->a != (int32_t)reg || !ir_is_const(ins->b)) return 0;
  const struct ir_const *c = &p->consts[ir_const_index(ins->b)];
  uint64_t all = ins->width == 64 ? UINT64_MAX : ((uint64_t)1 << ins->width) - 1;
  if (c->kind != IR_CONST_INT) return 0;
  int step = (c->value & all) == 1 ? 1 : (c->value & all) == all ? -1 : 0;
  return ins->op == IR_SUB ? -step : step;
}

/* The step that the register makes in every round; `next` is the register with its next value, or itself. */
static int counts(const struct shape *x, uint32_t reg, uint32_t header, uint32_t latch, uint32_t *next) {
  uint32_t at = definition_in_loop(x, reg);
  if (at == IR_NONE || at == SEVERAL) return 0;
  *next = reg;
  if (x->s->p->ins[at].op == IR_MOV && !ir_is_const(x->s->p->ins[at].a)) {
    *next = (uint32_t)x->s->p->ins[at].a;
    uint32_t block = x->block_of[at - x->f->first_ins];
    if (!dominates(x, block, latch) || x->inner[block] != header) return 0;
    at = definition_in_loop(x, *next);
    if (at == IR_NONE || at == SEVERAL) return 0;
  }
  uint32_t block = x->block_of[at - x->f->first_ins];
  return dominates(x, block, latch) && x->inner[block] == header ? step_of(x, at, reg) : 0;
}

static bool stays(const struct shape *x, ir_value v) {
  return ir_is_const(v) || definition_in_loop(x, (uint32_t)v) == IR_NONE;
}

/* Is the limit a constant that is not the last number in this direction? */
static bool has_room(const struct shape *x, ir_value limit, int step, bool is_signed, unsigned width) {
  if (!ir_is_const(limit) || x->s->p->consts[ir_const_index(limit)].kind != IR_CONST_INT) return false;
  uint64_t all = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1,
           value = x->s->p->consts[ir_const_index(limit)].value & all;
  uint64_t most = is_signed ? all >> 1 : all, least = is_signed ? (all >> 1) + 1 : 0;
  return value != (step > 0 ? most : least);
}

/* Does the comparison end a loop that goes on while its outcome is `on`, when `v` moves by `step`? left: v is the first
   operand. */
static bool comparison_ends(const struct shape *x, const struct ir_ins *test, bool on, bool left, int step) {
  ir_value limit = left ? test->b : test->a;
  bool is_signed = test->op == IR_SLT || test->op == IR_SLE;
  switch ((enum ir_op)test->op) {
  case IR_NE: return on;
  case IR_EQ: return !on;
  case IR_SLT:
  case IR_ULT:
    if (on) return step == (left ? 1 : -1);
    return step == (left ? -1 : 1) && has_room(x, limit, step, is_signed, test->width);
  case IR_SLE:
  case IR_ULE:
    if (!on) return step == (left ? -1 : 1);
    return step == (left ? 1 : -1) && has_room(x, limit, step, is_signed, test->width);
  default: return false;
  }
}

static bool operand_ends(const struct shape *x, const struct ir_ins *test, bool on, bool left, uint32_t header,
                         uint32_t latch) {
  ir_value v = left ? test->a : test->b, limit = left ? test->b : test->a;
  uint32_t next;
  if (ir_is_const(v) || !stays(x, limit)) return false;
  int step = counts(x, (uint32_t)v, header, latch, &next);
  if (step) return comparison_ends(x, test, on, left, step);
  /* the next value is compared: some register takes it over in every round */
  uint32_t at = definition_in_loop(x, (uint32_t)v);
  if (at == IR_NONE || at == SEVERAL || ir_is_const(x->s->p->ins[at].a)) return false;
  uint32_t reg = (uint32_t)x->s->p->ins[at].a;
  if (!step_of(x, at, reg)) return false;
  step = counts(x, reg, header, latch, &next);
  return step && next == (uint32_t)v && comparison_ends(x, test, on, left, step);
}

static bool branch_ends(const struct shape *x, uint32_t block, uint32_t header, uint32_t latch) {
  const struct ir_block *b = &x->s->p->blocks[x->f->first_block + block];
  const struct ir_ins *jump = &x->s->p->ins[b->first + b->count - 1];
  if (jump->op != IR_CBR || ir_is_const(jump->a) || !dominates(x, block, latch)) return false;
  uint32_t at = x->definition[jump->a];
  if (at == IR_NONE || at == SEVERAL || x->block_of[at - x->f->first_ins] != block) return false;
  bool on = x->body[(uint32_t)jump->b - x->f->first_block]; /* goes on if the condition is true */
  if (on == (bool)x->body[(uint32_t)jump->c - x->f->first_block]) return false;
  const struct ir_ins *test = &x->s->p->ins[at];
  return operand_ends(x, test, on, true, header, latch) || operand_ends(x, test, on, false, header, latch);
}

/* ---- one loop ---- */

static void collect_body(struct shape *x, uint32_t header, const uint32_t *latches, uint32_t nlatches) {
  memset(x->body, 0, x->g.n);
  x->members.count = 0;
  x->body[header] = 1;
  vec_push(&x->members, header);
  for (uint32_t i = 0; i < nlatches; i++) {
    if (x->body[latches[i]]) continue;
    x->body[latches[i]] = 1;
    vec_push(&x->members, latches[i]);
  }
  for (uint32_t i = 1; i < x->members.count; i++) {
    uint32_t count;
    const uint32_t *before = table_row(&x->g.predecessors, x->members.data[i], &count);
    for (uint32_t k = 0; k < count; k++) {
      if (x->body[before[k]] || x->position[before[k]] == IR_NONE) continue;
      x->body[before[k]] = 1;
      vec_push(&x->members, before[k]);
    }
  }
}

static bool leaves(const struct shape *x, uint32_t block) {
  uint32_t count;
  const uint32_t *after = table_row(&x->g.successors, block, &count);
  for (uint32_t k = 0; k < count; k++)
    if (!x->body[after[k]]) return true;
  return false;
}

static void judge_loop(struct shape *x, uint32_t header, const uint32_t *latches, uint32_t nlatches,
                       struct loops *out) {
  bool ends = false, left = false;
  for (uint32_t m = 0; m < x->members.count && !ends && nlatches == 1; m++)
    ends = leaves(x, x->members.data[m]) && branch_ends(x, x->members.data[m], header, latches[0]);
  if (ends) return;
  for (uint32_t m = 0; m < x->members.count; m++) {
    if (!leaves(x, x->members.data[m])) continue;
    out->escapes[x->f->first_block + x->members.data[m]] = left = true;
  }
  if (!left) out->escapes[x->f->first_block + header] = true;
  out->endless = true;
}

/* ---- one function ---- */

static uint32_t latches_of(const struct shape *x, uint32_t header, list *latches, bool *odd) {
  uint32_t count;
  const uint32_t *before = table_row(&x->g.predecessors, header, &count);
  latches->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (x->position[before[k]] == IR_NONE || x->position[before[k]] < x->position[header]) continue;
    if (dominates(x, header, before[k])) vec_push(latches, before[k]);
    else *odd = true;
  }
  return latches->count;
}

/* A cycle with several entries: every block of the function's cycles may be the one that never leaves. */
static void distrust_all(struct shape *x, struct loops *out) {
  for (uint32_t i = 0; i < x->reached; i++) out->escapes[x->f->first_block + x->order[i]] = true;
  out->endless = true;
}

static void find_definitions(struct shape *x) {
  x->definition = mem_alloc(((size_t)x->f->nregs + 1) * sizeof *x->definition);
  x->block_of = mem_alloc(((size_t)x->f->nins + 1) * sizeof *x->block_of);
  for (uint32_t r = 0; r < x->f->nregs; r++) x->definition[r] = r < x->f->nparams ? SEVERAL : IR_NONE;
  for (uint32_t b = 0; b < x->f->nblocks; b++) {
    const struct ir_block *block = &x->s->p->blocks[x->f->first_block + b];
    for (uint32_t i = block->first; i < block->first + block->count; i++) {
      x->block_of[i - x->f->first_ins] = b;
      uint32_t dst = x->s->p->ins[i].dst;
      if (dst != IR_NONE) x->definition[dst] = x->definition[dst] == IR_NONE ? i : SEVERAL;
    }
  }
}

static void visit_loops(struct shape *x, struct loops *out) {
  list latches = {0};
  bool odd = false;
  for (uint32_t i = 0; i < x->reached; i++) { /* outer headers come first, so that inner loops have the last word */
    uint32_t header = x->order[i];
    if (!latches_of(x, header, &latches, &odd)) continue;
    collect_body(x, header, latches.data, latches.count);
    for (uint32_t m = 0; m < x->members.count; m++) x->inner[x->members.data[m]] = header;
  }
  for (uint32_t i = 0; i < x->reached; i++) {
    uint32_t header = x->order[i];
    if (!latches_of(x, header, &latches, &odd)) continue;
    collect_body(x, header, latches.data, latches.count);
    judge_loop(x, header, latches.data, latches.count, out);
  }
  if (odd) distrust_all(x, out);
  vec_free(&latches);
}

static bool has_cycle(const struct shape *x) {
  for (uint32_t i = 0; i < x->reached; i++) {
    uint32_t count;
    const uint32_t *after = table_row(&x->g.successors, x->order[i], &count);
    for (uint32_t k = 0; k < count; k++)
      if (x->position[after[k]] <= i) return true;
  }
  return false;
}

void loops_find(const struct statics *s, uint32_t function, struct loops *out) {
  const struct ir_function *f = &s->p->functions[function];
  struct shape x = {.s = s, .f = f};
  pairs edges = {0};
  size_t bytes = ((size_t)f->nblocks + 1) * sizeof(uint32_t);
  out->endless = false;
  blocks_flow(s, f, &edges);
  x.g = graph_make(f->nblocks, edges.data, edges.count);
  x.position = mem_alloc(bytes);
  x.order = mem_alloc(bytes);
  x.reached = graph_order(f->nblocks, &x.g.successors, 0, x.order, x.position);
  if (has_cycle(&x)) {
    x.idom = mem_alloc(bytes);
    x.inner = mem_alloc(bytes);
    memset(x.inner, 0xff, bytes);
    x.body = mem_zalloc(f->nblocks + 1);
    graph_dominators(f->nblocks, &x.g.successors, &x.g.predecessors, 0, x.idom);
    find_definitions(&x);
    visit_loops(&x, out);
  }
  graph_free(&x.g);
  vec_free(&edges);
  vec_free(&x.members);
  void *arrays[] = {x.position, x.order, x.idom, x.inner, x.body, x.definition, x.block_of};
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}
