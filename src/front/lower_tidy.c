/* Tidying a lowered function, so that the interpreter has less to do: blocks that always follow each other become one,
   a value that is computed only to be moved into the register of a phi is computed there, results that nobody
   reads are dropped where computing them cannot fail, and registers are numbered without gaps.

   Nothing here touches an access to memory, a call, or the order of either. */
#include <string.h>

#include "front/lower.h"

/* The function being tidied: its parts of the arrays, and how often each register is read and written. */
struct tidy {
  struct lower *l;
  struct ir_function *f;
  struct ir_ins *ins;
  LLVMValueRef *origins; /* of the instructions, moved along with them */
  struct ir_block *blocks;
  uint32_t *reads, *writes; /* by register */
};

typedef void reader(struct tidy *t, ir_value *operand, void *context);

/* Every value operand of an instruction, fields and extra ones. */
static void each_read(struct tidy *t, struct ir_ins *ins, reader *visit, void *context) {
  const char *shape = ir_ops[ins->op].shape;
  if (shape[2] == 'v') visit(t, &ins->a, context);
  if (shape[3] == 'v') visit(t, &ins->b, context);
  if (shape[4] == 'v') visit(t, &ins->c, context);
  if (!ir_op_has_list(ins->op)) return;
  for (int32_t i = 0; i < ins->c; i++) visit(t, &t->l->extra.data[ins->b + i], context);
}

static void count_up(struct tidy *t, ir_value *operand, void *context) {
  (void)context;
  if (!ir_is_const(*operand)) t->reads[*operand]++;
}

static void count_down(struct tidy *t, ir_value *operand, void *context) {
  (void)context;
  if (!ir_is_const(*operand)) t->reads[*operand]--;
}

static void count_uses(struct tidy *t) {
  for (uint32_t i = 0; i < t->f->nins; i++) {
    each_read(t, &t->ins[i], count_up, NULL);
    for (uint32_t k = 0; k < ir_result_count(&t->ins[i]); k++) t->writes[t->ins[i].dst + k]++;
  }
}

typedef void target_visitor(struct tidy *t, int32_t *target, uint32_t *by_block);

static void each_target(struct tidy *t, struct ir_ins *ins, target_visitor *visit, uint32_t *by_block) {
  int32_t *extra = ins->op == IR_SWITCH ? &t->l->extra.data[ins->b] : NULL;
  if (ins->op == IR_BR) visit(t, &ins->a, by_block);
  if (ins->op == IR_CBR) visit(t, &ins->b, by_block), visit(t, &ins->c, by_block);
  if (extra != NULL) visit(t, &extra[0], by_block);
  for (int32_t k = 2; extra != NULL && k < ins->c; k += 2) visit(t, &extra[k], by_block);
}

static void count_target(struct tidy *t, int32_t *target, uint32_t *by_block) {
  by_block[(uint32_t)*target - t->f->first_block]++;
}

static void move_target(struct tidy *t, int32_t *target, uint32_t *by_block) {
  *target = (int32_t)(t->f->first_block + by_block[(uint32_t)*target - t->f->first_block]);
}

static struct ir_ins *last_of(struct tidy *t, uint32_t block) {
  return &t->ins[t->blocks[block].first - t->f->first_ins + t->blocks[block].count - 1];
}

/* The block that always and only follows this one; IR_NONE if there is none. The entry is never one. */
static uint32_t follower(struct tidy *t, uint32_t block, const uint32_t *predecessors) {
  const struct ir_ins *end = last_of(t, block);
  if (end->op != IR_BR) return IR_NONE;
  uint32_t next = (uint32_t)end->a - t->f->first_block;
  return next != 0 && next != block && predecessors[next] == 1 ? next : IR_NONE;
}

/* Copies a chain of blocks behind each other into `out`, without the jumps between them. */
static uint32_t copy_chain(struct tidy *t, uint32_t block, const uint32_t *predecessors, struct ir_ins *out,
                           LLVMValueRef *origins, uint32_t at) {
  for (;;) {
    uint32_t next = follower(t, block, predecessors), count = t->blocks[block].count - (next != IR_NONE);
    uint32_t first = t->blocks[block].first - t->f->first_ins;
    memcpy(out + at, t->ins + first, count * sizeof *out);
    memcpy(origins + at, t->origins + first, count * sizeof *origins);
    at += count;
    if (next == IR_NONE) return at;
    block = next;
  }
}

static void join_blocks(struct tidy *t) {
  uint32_t n = t->f->nblocks, heads = 0, at = 0;
  uint32_t *predecessors = mem_zalloc(3 * n * sizeof *predecessors), *inside = predecessors + n, *number = inside + n;
  struct ir_ins *out = mem_alloc(t->f->nins * sizeof *out);
  LLVMValueRef *origins = mem_alloc(t->f->nins * sizeof *origins);
  struct ir_block *blocks = mem_alloc(n * sizeof *blocks);
  for (uint32_t b = 0; b < n; b++) each_target(t, last_of(t, b), count_target, predecessors);
  for (uint32_t b = 0; b < n; b++) {
    uint32_t next = follower(t, b, predecessors);
    if (next != IR_NONE) inside[next] = 1;
  }
  for (uint32_t b = 0; b < n; b++) {
    if (inside[b]) continue;
    uint32_t start = at;
    at = copy_chain(t, b, predecessors, out, origins, at);
    blocks[heads] = (struct ir_block){t->f->first_ins + start, at - start, t->blocks[b].name};
    number[b] = heads++;
  }
  memcpy(t->ins, out, at * sizeof *out);
  memcpy(t->origins, origins, at * sizeof *origins);
  memcpy(t->blocks, blocks, heads * sizeof *blocks);
  t->f->nins = at;
  t->f->nblocks = heads;
  for (uint32_t b = 0; b < heads; b++) each_target(t, last_of(t, b), move_target, number);
  free(predecessors);
  free(out);
  free(origins);
  free(blocks);
}

/* Does the instruction read or write the register? */
struct search {
  ir_value reg;
  bool found;
};

static void look_for(struct tidy *t, ir_value *operand, void *context) {
  (void)t;
  struct search *s = context;
  if (*operand == s->reg) s->found = true;
}

static bool touches(struct tidy *t, struct ir_ins *ins, uint32_t reg) {
  struct search s = {(ir_value)reg, false};
  each_read(t, ins, look_for, &s);
  return s.found || (ir_result_count(ins) > 0 && reg - ins->dst < ir_result_count(ins));
}

enum { FARTHEST = 64 }; /* how far before a move its value may have been computed; keeps tidying linear */

/* For "p = mov r": the instruction of the block that computes r, if nothing between touches p. NULL if there is
   none. */
static struct ir_ins *source_of(struct tidy *t, struct ir_ins *first, struct ir_ins *move) {
  for (struct ir_ins *ins = move; ins-- > first && move - ins < FARTHEST;) {
    if (ir_result_count(ins) == 1 && ins->dst == (uint32_t)move->a) return ins;
    if (touches(t, ins, move->dst)) return NULL;
  }
  return NULL;
}

static void compute_in_place(struct tidy *t, const struct ir_block *block) {
  struct ir_ins *first = &t->ins[block->first - t->f->first_ins];
  for (uint32_t i = 0; i < block->count; i++) {
    struct ir_ins *move = &first[i];
    if (move->op != IR_MOV || ir_is_const(move->a) || t->reads[move->a] != 1 || t->writes[move->a] != 1) continue;
    if ((uint32_t)move->a < t->f->nparams) continue;
    struct ir_ins *source = source_of(t, first, move);
    if (source == NULL) continue;
    t->reads[move->a] = t->writes[move->a] = 0;
    source->dst = move->dst;
    move->dst = IR_NONE; /* marks it for removal */
  }
}

/* Computing it has no effect but its result: no failure and no access. */
static bool is_harmless(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_UNDEF:
  case IR_MOV:
  case IR_ZEXT:
  case IR_SEXT:
  case IR_TRUNC:
  case IR_SELECT:
  case IR_AND:
  case IR_OR:
  case IR_XOR: return true;
  default: return false;
  }
}

static bool is_removed(struct tidy *t, struct ir_ins *ins) {
  if (!is_harmless(ins)) return false;
  if (ins->op == IR_MOV && ins->dst == IR_NONE) return true;
  if (t->reads[ins->dst] > 0 || ins->dst < t->f->nparams) return false;
  each_read(t, ins, count_down, NULL);
  t->writes[ins->dst]--;
  return true;
}

/* Backwards, so that what only a dropped instruction read is dropped too. */
static void drop_unread(struct tidy *t) {
  bool *removed = mem_zalloc(t->f->nins * sizeof *removed);
  uint32_t at = 0, read = 0;
  for (uint32_t i = t->f->nins; i-- > 0;) removed[i] = is_removed(t, &t->ins[i]);
  for (uint32_t b = 0; b < t->f->nblocks; b++) {
    uint32_t end = read + t->blocks[b].count;
    t->blocks[b].first = t->f->first_ins + at;
    for (; read < end; read++) {
      if (removed[read]) continue;
      t->origins[at] = t->origins[read];
      t->ins[at++] = t->ins[read];
    }
    t->blocks[b].count = t->f->first_ins + at - t->blocks[b].first;
  }
  t->f->nins = at;
  free(removed);
}

static void renumber(struct tidy *t, ir_value *operand, void *context) {
  (void)t;
  const uint32_t *numbers = context;
  if (!ir_is_const(*operand)) *operand = (ir_value)numbers[*operand];
}

static void close_gaps(struct tidy *t) {
  uint32_t *numbers = mem_alloc((t->f->nregs + 1) * sizeof *numbers), n = 0;
  struct ir_reg *regs = &t->l->regs.data[t->f->first_reg];
  for (uint32_t r = 0; r < t->f->nregs; r++) {
    numbers[r] = n;
    if (r < t->f->nparams || t->reads[r] > 0 || t->writes[r] > 0) regs[n++] = regs[r];
  }
  for (uint32_t i = 0; i < t->f->nins; i++) {
    each_read(t, &t->ins[i], renumber, numbers);
    if (ir_result_count(&t->ins[i]) > 0) t->ins[i].dst = numbers[t->ins[i].dst];
  }
  t->f->nregs = n;
  free(numbers);
}

void lower_tidy(struct lower *l, struct ir_function *f) {
  struct tidy t = {.l = l,
                   .f = f,
                   .ins = &l->ins.data[f->first_ins],
                   .origins = &l->origins.data[f->first_ins],
                   .blocks = &l->blocks.data[f->first_block]};
  t.reads = mem_zalloc(2 * ((size_t)f->nregs + 1) * sizeof *t.reads);
  t.writes = t.reads + f->nregs;
  join_blocks(&t);
  count_uses(&t);
  for (uint32_t b = 0; b < f->nblocks; b++) compute_in_place(&t, &t.blocks[b]);
  drop_unread(&t);
  close_gaps(&t);
  free(t.reads);
  l->ins.count = l->origins.count = f->first_ins + f->nins;
  l->blocks.count = f->first_block + f->nblocks;
  l->regs.count = f->first_reg + f->nregs;
}
