/* What does the same: the one place that decides it, from the matches that the other parts propose.

   Two instructions do the same when operation, width, flags, constants and symbols are the same, every register read or
   written is the match of the other's, and jumps lead to the same: on both sides the next instruction that has a
   match is the other's match. Instructions without match, and plain jumps without one, are passed over on the way
   there; where a conditional jump without match comes first, that one is the change. Blocks are held to more: see
   blocks below. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/mem.h"

struct pair {
  struct match *m;
  const struct ir_program *p[2];
  const struct ir_function *f[2];
  const uint32_t *ins[2]; /* matches, by instruction of the program */
  const uint32_t *regs;   /* matches of the old function's registers */
  uint32_t *arrival[2];   /* by block of the function: the first instruction met there that has a match, or a jump */
};

static struct pair open_pair(struct match *m, uint32_t old) {
  struct pair x = {.m = m, .p = {m->p[OLD], m->p[NEW]}, .ins = {m->side[OLD]->ins, m->side[NEW]->ins}};
  x.f[OLD] = &m->p[OLD]->functions[old];
  x.f[NEW] = &m->p[NEW]->functions[m->side[OLD]->function[old]];
  x.regs = m->side[OLD]->reg + x.f[OLD]->first_reg;
  return x;
}

/* ---- data ---- */

static bool same_value(const struct pair *x, ir_value a, ir_value b) {
  if (ir_is_const(a) != ir_is_const(b)) return false;
  if (!ir_is_const(a)) return x->regs[a] == (uint32_t)b;
  return match_const_same(x->m, &x->p[OLD]->consts[ir_const_index(a)], &x->p[NEW]->consts[ir_const_index(b)]);
}

static bool same_operand(const struct pair *x, const struct ir_ins *i, const struct ir_ins *j, uint32_t k) {
  struct operand a = operand_at(x->p[OLD], i, k), b = operand_at(x->p[NEW], j, k);
  const struct match *m = x->m;
  switch (a.kind) {
  case 'v':
    if (ir_is_const(a.value) && ir_is_const(b.value) && match_is_position(x->p[OLD], i, k - 1) &&
        match_is_position(x->p[NEW], j, k - 1))
      return true;
    return same_value(x, a.value, b.value);
  case 'i': return a.value == b.value;
  case 'f': return m->side[OLD]->function[a.value] == (uint32_t)b.value && m->function_same[a.value];
  case 'g': return m->side[OLD]->global[a.value] == (uint32_t)b.value && m->global_same[a.value];
  case 's':
    return i->op == IR_ALLOCA || !strcmp(ir_text(x->p[OLD], (uint32_t)a.value), ir_text(x->p[NEW], (uint32_t)b.value));
  default: return true; /* where a jump leads is looked at elsewhere */
  }
}

static bool same_data(const struct pair *x, const struct ir_ins *i, const struct ir_ins *j) {
  if (i->op != j->op || i->width != j->width || i->flags != j->flags) return false;
  uint32_t n = operand_count(i), results = ir_result_count(i);
  if (n != operand_count(j) || results != ir_result_count(j)) return false;
  for (uint32_t k = 0; k < results; k++)
    if (x->regs[i->dst + k] != j->dst + k) return false;
  struct moved_verdict moved = {0};
  if (x->m->moved) moved = moved_judge(x->m->moved, (uint32_t)(i - x->p[OLD]->ins), (uint32_t)(j - x->p[NEW]->ins));
  for (uint32_t k = 0; k < n; k++)
    if (!(k < 32 && moved.free >> k & 1) && !same_operand(x, i, j, k)) return false;
  return !moved.refused;
}

/* ---- control ---- */

/* From the beginning of a block on: the first instruction with a match, or the block's jump. */
static uint32_t first_in_block(const struct pair *x, int s, uint32_t block) {
  const struct ir_block *b = &x->p[s]->blocks[block];
  uint32_t i = b->first, last = b->first + b->count - 1;
  while (i < last && x->ins[s][i] == IR_NONE) i++;
  return i;
}

static void find_arrivals(struct pair *x, int s) {
  x->arrival[s] = mem_alloc((x->f[s]->nblocks + 1) * sizeof *x->arrival[s]);
  for (uint32_t b = 0; b < x->f[s]->nblocks; b++) x->arrival[s][b] = first_in_block(x, s, x->f[s]->first_block + b);
}

/* The same, plain jumps without match followed. A ring of such jumps ends at one of them. */
static uint32_t arrive(const struct pair *x, int s, uint32_t block) {
  uint32_t at = x->arrival[s][block - x->f[s]->first_block];
  for (uint32_t steps = 0; steps < 64; steps++) {
    if (x->ins[s][at] != IR_NONE || x->p[s]->ins[at].op != IR_BR) break;
    at = x->arrival[s][(uint32_t)x->p[s]->ins[at].a - x->f[s]->first_block];
  }
  return at;
}

static bool same_target(const struct pair *x, uint32_t a, uint32_t b) {
  uint32_t i = arrive(x, OLD, a), j = arrive(x, NEW, b);
  if (x->ins[OLD][i] == IR_NONE || x->ins[NEW][j] == IR_NONE) return true; /* a changed jump comes first */
  return x->ins[OLD][i] == j;
}

static bool same_targets(const struct pair *x, const struct ir_ins *i, const struct ir_ins *j) {
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand a = operand_at(x->p[OLD], i, k), b = operand_at(x->p[NEW], j, k);
    if (a.kind == 'l' && !same_target(x, (uint32_t)a.value, (uint32_t)b.value)) return false;
  }
  return true;
}

/* The next instruction after i of its block that has a match, or the block's jump. */
static uint32_t next_in_block(const struct pair *x, int s, uint32_t i) {
  for (i++; x->ins[s][i] == IR_NONE && !is_jump(&x->p[s]->ins[i]);) i++;
  return i;
}

static void part(struct pair *x, uint32_t i, uint32_t j) {
  x->m->side[OLD]->ins[i] = x->m->side[NEW]->ins[j] = IR_NONE;
}

/* Matches that do not follow each other in the same way lose them. With matches in order in the whole function there
   are none; what is reused rests on it, so it is checked. */
static bool part_disordered(struct pair *x) {
  bool parted = false;
  for (uint32_t i = x->f[OLD]->first_ins; i < x->f[OLD]->first_ins + x->f[OLD]->nins; i++) {
    uint32_t j = x->ins[OLD][i];
    if (j == IR_NONE || is_jump(&x->p[OLD]->ins[i]) || is_jump(&x->p[NEW]->ins[j])) continue;
    uint32_t a = next_in_block(x, OLD, i), b = next_in_block(x, NEW, j);
    if (x->ins[OLD][a] == IR_NONE || x->ins[NEW][b] == IR_NONE || x->ins[OLD][a] == b) continue;
    part(x, a, x->ins[OLD][a]);
    part(x, x->ins[NEW][b], b);
    parted = true;
  }
  return parted;
}

/* Only a jump may stand for a jump: others have no place to compare. */
static void part_unlike(struct pair *x) {
  for (uint32_t i = x->f[OLD]->first_ins; i < x->f[OLD]->first_ins + x->f[OLD]->nins; i++) {
    uint32_t j = x->ins[OLD][i];
    if (j != IR_NONE && is_jump(&x->p[OLD]->ins[i]) != is_jump(&x->p[NEW]->ins[j])) part(x, i, j);
  }
}

static void decide(struct pair *x) {
  for (uint32_t i = x->f[OLD]->first_ins; i < x->f[OLD]->first_ins + x->f[OLD]->nins; i++) {
    uint32_t j = x->ins[OLD][i];
    if (j == IR_NONE) continue;
    const struct ir_ins *a = &x->p[OLD]->ins[i], *b = &x->p[NEW]->ins[j];
    bool same = same_data(x, a, b) && (!is_jump(a) || same_targets(x, a, b));
    x->m->side[OLD]->status[i] = x->m->side[NEW]->status[j] = same ? CHANGE_SAME : CHANGE_MODIFIED;
  }
}

/* ---- blocks: a match is entered and left in exactly the same way ---- */

static bool all_same(const struct pair *x, uint32_t old, uint32_t new) {
  const struct ir_block *a = &x->p[OLD]->blocks[old], *b = &x->p[NEW]->blocks[new];
  if (a->count != b->count || x->ins[OLD][a->first] != b->first) return false;
  for (uint32_t k = 0; k < a->count; k++)
    if (x->ins[OLD][a->first + k] != b->first + k || x->m->side[OLD]->status[a->first + k] != CHANGE_SAME) return false;
  return true;
}

static void propose_blocks(struct pair *x) {
  for (uint32_t b = x->f[OLD]->first_block; b < x->f[OLD]->first_block + x->f[OLD]->nblocks; b++) {
    uint32_t j = x->ins[OLD][x->p[OLD]->blocks[b].first];
    if (j != IR_NONE && all_same(x, b, x->m->block_of[NEW][j]))
      match_pair(x->m->side[OLD]->block, x->m->side[NEW]->block, b, x->m->block_of[NEW][j]);
  }
}

/* Control that goes to `a` in the old version goes to `b` in the new one: fine if they are matches or both have
   none. */
static bool leads_alike(const struct pair *x, uint32_t a, uint32_t b) {
  uint32_t to = x->m->side[OLD]->block[a], from = x->m->side[NEW]->block[b];
  return (to == IR_NONE || to == b) && (from == IR_NONE || from == a);
}

static bool left_alike(const struct pair *x, uint32_t old, uint32_t new) {
  const struct ir_ins *i = &x->p[OLD]->ins[x->p[OLD]->blocks[old].first + x->p[OLD]->blocks[old].count - 1];
  const struct ir_ins *j = &x->p[NEW]->ins[x->p[NEW]->blocks[new].first + x->p[NEW]->blocks[new].count - 1];
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand a = operand_at(x->p[OLD], i, k), b = operand_at(x->p[NEW], j, k);
    if (a.kind == 'l' && !leads_alike(x, (uint32_t)a.value, (uint32_t)b.value)) return false;
  }
  return true;
}

static void drop_block(const struct pair *x, uint32_t old) {
  x->m->side[NEW]->block[x->m->side[OLD]->block[old]] = IR_NONE;
  x->m->side[OLD]->block[old] = IR_NONE;
}

/* Judged with all proposals in place, dropped afterwards: which ones fall does not depend on the order. */
static void settle_blocks(struct pair *x) {
  uint32_t first = x->f[OLD]->first_block, n = x->f[OLD]->nblocks, entry = x->m->side[OLD]->block[first];
  uint8_t *drop = mem_zalloc(n + 1);
  for (uint32_t b = 0; b < n; b++) {
    uint32_t match = x->m->side[OLD]->block[first + b];
    drop[b] = match != IR_NONE && !left_alike(x, first + b, match);
  }
  uint32_t from = x->m->side[NEW]->block[x->f[NEW]->first_block];
  if (entry != IR_NONE && entry != x->f[NEW]->first_block) drop[0] = true;
  if (from != IR_NONE && from != first) drop[from - first] = true;
  for (uint32_t b = 0; b < n; b++)
    if (drop[b]) drop_block(x, first + b);
  free(drop);
}

/* ---- a pair of functions ---- */

void match_same(struct match *m, uint32_t old) {
  struct pair x = open_pair(m, old);
  part_unlike(&x);
  while (part_disordered(&x)) {}
  find_arrivals(&x, OLD);
  find_arrivals(&x, NEW);
  decide(&x);
  propose_blocks(&x);
  settle_blocks(&x);
  free(x.arrival[OLD]);
  free(x.arrival[NEW]);
}

static bool same_targets_by_number(const struct pair *x, const struct ir_ins *i, const struct ir_ins *j) {
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand a = operand_at(x->p[OLD], i, k), b = operand_at(x->p[NEW], j, k);
    if (a.kind == 'l' && (uint32_t)a.value - x->f[OLD]->first_block != (uint32_t)b.value - x->f[NEW]->first_block)
      return false;
  }
  return true;
}

static bool same_shape(const struct pair *x) {
  const struct ir_function *f = x->f[OLD], *g = x->f[NEW];
  if (f->nins != g->nins || f->nblocks != g->nblocks || f->nregs != g->nregs || f->nparams != g->nparams) return false;
  for (uint32_t b = 0; b < f->nblocks; b++)
    if (x->p[OLD]->blocks[f->first_block + b].count != x->p[NEW]->blocks[g->first_block + b].count) return false;
  for (uint32_t r = 0; r < f->nregs; r++)
    if (x->p[OLD]->regs[f->first_reg + r].width != x->p[NEW]->regs[g->first_reg + r].width) return false;
  return true;
}

static bool same_instructions(const struct pair *x) {
  for (uint32_t k = 0; k < x->f[OLD]->nins; k++) {
    const struct ir_ins *i = &x->p[OLD]->ins[x->f[OLD]->first_ins + k], *j = &x->p[NEW]->ins[x->f[NEW]->first_ins + k];
    if (!same_data(x, i, j) || (is_jump(i) && !same_targets_by_number(x, i, j))) return false;
  }
  return true;
}

bool match_same_lockstep(struct match *m, uint32_t old) {
  struct pair x = open_pair(m, old);
  const struct ir_function *f = x.f[OLD], *g = x.f[NEW];
  struct change_side *a = m->side[OLD], *b = m->side[NEW];
  if (!same_shape(&x)) return false;
  for (uint32_t r = 0; r < f->nregs; r++) a->reg[f->first_reg + r] = b->reg[g->first_reg + r] = r;
  if (!same_instructions(&x)) {
    for (uint32_t r = 0; r < f->nregs; r++) a->reg[f->first_reg + r] = b->reg[g->first_reg + r] = IR_NONE;
    return false;
  }
  for (uint32_t k = 0; k < f->nins; k++) {
    match_pair(a->ins, b->ins, f->first_ins + k, g->first_ins + k);
    a->status[f->first_ins + k] = b->status[g->first_ins + k] = CHANGE_SAME;
  }
  for (uint32_t k = 0; k < f->nblocks; k++) match_pair(a->block, b->block, f->first_block + k, g->first_block + k);
  return true;
}
