/* Keys of instructions: equal numbers for what does the same in both versions, whatever registers, positions and names
   it has.

   A symbol that has a match is known by the number of the old one; one that has none yet by what it looks like, so
   that renamed symbols do not keep the instructions that use them apart. Keys only propose matches: a collision costs
   nothing but precision. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/map.h"
#include "util/mem.h"

enum {
  TAG_INT = 1,
  TAG_FUNCTION,
  TAG_NEW_FUNCTION,
  TAG_EXTERNAL,
  TAG_GLOBAL,
  TAG_NEW_GLOBAL,
  TAG_REGISTER,
  TAG_PARAMETER
};
enum { ROUNDS = 3 }; /* how far back the computation of operands is looked at */

bool match_is_position(const struct ir_program *p, const struct ir_ins *ins, uint32_t k) {
  static const struct {
    const char *name;
    uint32_t first, count; /* arguments */
  } rows[] = {{"__assert_fail", 0, 4}, {"__assert", 0, 3}, {"__assert_rtn", 0, 4}, {"__assert_perror_fail", 1, 3}};
  if (ins->op != IR_CALL || ins->c < 3) return false;
  const struct ir_function *f = &p->functions[ins->a];
  const char *name = ir_text(p, f->name);
  if (name[0] != '_' || name[1] != '_' || name[2] != 'a') return false;
  if (f->flags & IR_FN_DEFINED && !(f->flags & IR_FN_LIBRARY))
    return false; /* the program's own may do anything with them */
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(name, rows[i].name)) return k - rows[i].first < rows[i].count;
  return false;
}

static uint64_t tag(uint64_t kind, uint64_t x) { return hash_join(kind * 0x9e3779b97f4a7c15u, x); }

static uint64_t function_token(const struct match *m, int s, uint32_t f) {
  const struct ir_function *function = &m->p[s]->functions[f];
  uint32_t match = m->side[s]->function[f];
  if (match != IR_NONE) return tag(TAG_FUNCTION, s == OLD ? f : match);
  if (function->flags & IR_FN_DEFINED)
    return tag(TAG_NEW_FUNCTION, (uint64_t)function->nparams << 32 | function->nresults);
  const char *name = ir_text(m->p[s], function->name);
  return tag(TAG_EXTERNAL, hash_bytes(name, strlen(name)));
}

static uint64_t global_token(const struct match *m, int s, uint32_t g) {
  uint32_t match = m->side[s]->global[g];
  if (match != IR_NONE) return tag(TAG_GLOBAL, s == OLD ? g : match);
  return tag(TAG_NEW_GLOBAL, m->contents[s][g]);
}

static uint64_t const_token(const struct match *m, int s, const struct ir_const *c) {
  if (c->kind == IR_CONST_FUNC) return function_token(m, s, c->symbol);
  if (c->kind == IR_CONST_GLOBAL)
    return hash_join(global_token(m, s, c->symbol), moved_global_token(m->moved, s, c->symbol, c->value));
  return hash_join(tag(TAG_INT, c->width), c->value);
}

static uint64_t text_token(const struct ir_program *p, const struct ir_ins *ins, int32_t string) {
  const char *text = ir_text(p, (uint32_t)string);
  return ins->op == IR_ALLOCA ? 0 : hash_bytes(text, strlen(text)); /* of a stack object: its name */
}

/* A size or a member of a structure that is laid out differently. */
static uint64_t named_token(const struct match *m, int s, const struct ir_ins *ins, uint32_t k, struct operand o) {
  const struct ir_program *p = m->p[s];
  uint64_t value = (uint64_t)(uint32_t)o.value;
  if (!m->moved || (o.kind != 'v' && o.kind != 'i') || (o.kind == 'v' && !ir_is_const(o.value))) return 0;
  if (o.kind == 'v') {
    const struct ir_const *c = &p->consts[ir_const_index(o.value)];
    if (c->kind != IR_CONST_INT) return 0;
    value = c->value;
  }
  return moved_token(m->moved, s, (uint32_t)(ins - p->ins), k, value);
}

static uint64_t operand_token(const struct match *m, int s, const struct ir_ins *ins, uint32_t k) {
  const struct ir_program *p = m->p[s];
  struct operand o = operand_at(p, ins, k);
  uint64_t named = named_token(m, s, ins, k, o);
  if (named) return named;
  switch (o.kind) {
  case 'v':
    if (!ir_is_const(o.value)) return TAG_REGISTER;
    return match_is_position(p, ins, k - 1) ? 0 : const_token(m, s, &p->consts[ir_const_index(o.value)]);
  case 'i': return (uint64_t)(uint32_t)o.value;
  case 'f': return function_token(m, s, (uint32_t)o.value);
  case 'g': return global_token(m, s, (uint32_t)o.value);
  case 's': return text_token(p, ins, o.value);
  default: return 0;
  }
}

static uint64_t local_key(const struct match *m, int s, const struct ir_ins *ins) {
  uint32_t n = operand_count(ins);
  uint64_t h = hash_join((uint64_t)ins->op << 32 | (uint64_t)ins->width << 8 | ins->flags, n);
  h = hash_join(h, ir_result_count(ins));
  for (uint32_t k = 0; k < n; k++) h = hash_join(h, operand_token(m, s, ins, k));
  return h;
}

static uint64_t kind_key(const struct ir_ins *ins) { return ir_ops[ins->op].like; }

/* ---- how operands are computed ---- */

/* A register is known by all that writes it; parameters by their position. */
static void register_keys(const struct match *m, int s, const struct ir_function *f, const uint64_t *keys,
                          uint64_t *regs) {
  const struct ir_program *p = m->p[s];
  for (uint32_t r = 0; r < f->nregs; r++)
    regs[r] = r < f->nparams ? tag(TAG_PARAMETER, r) : p->regs[f->first_reg + r].width;
  for (uint32_t i = 0; i < f->nins; i++) {
    const struct ir_ins *ins = &p->ins[f->first_ins + i];
    for (uint32_t k = 0, n = ir_result_count(ins); k < n; k++) regs[ins->dst + k] += hash_mix(keys[i] + k);
  }
}

static uint64_t deeper(const struct match *m, int s, const struct ir_ins *ins, uint64_t local, const uint64_t *regs) {
  uint64_t h = local;
  for (uint32_t k = 0, n = operand_count(ins); k < n; k++) {
    struct operand o = operand_at(m->p[s], ins, k);
    if (o.kind == 'v' && !ir_is_const(o.value)) h = hash_join(h, regs[o.value]);
  }
  return h;
}

/* Jumps have little of their own: what they lead to tells them apart. */
static void look_ahead(const struct match *m, int s, const struct ir_function *f, const uint64_t *local,
                       uint64_t *keys) {
  const struct ir_program *p = m->p[s];
  for (uint32_t b = f->first_block; b < f->first_block + f->nblocks; b++) {
    uint32_t last = p->blocks[b].first + p->blocks[b].count - 1;
    const struct ir_ins *ins = &p->ins[last];
    for (uint32_t k = 0, n = operand_count(ins); k < n; k++) {
      struct operand o = operand_at(p, ins, k);
      if (o.kind != 'l') continue;
      uint64_t *key = &keys[last - f->first_ins];
      *key = hash_join(*key, local[p->blocks[o.value].first - f->first_ins]);
    }
  }
}

/* The ways to fail look all the same: the jumps that lead to a block tell them apart. */
static void look_back(const struct match *m, int s, const struct ir_function *f, const uint64_t *jumps,
                      uint64_t *keys) {
  const struct ir_program *p = m->p[s];
  uint64_t *from = mem_zalloc((f->nblocks + 1) * sizeof *from);
  for (uint32_t b = f->first_block; b < f->first_block + f->nblocks; b++) {
    uint32_t last = p->blocks[b].first + p->blocks[b].count - 1;
    for (uint32_t k = 0, n = operand_count(&p->ins[last]); k < n; k++) {
      struct operand o = operand_at(p, &p->ins[last], k);
      if (o.kind == 'l') from[(uint32_t)o.value - f->first_block] += hash_join(jumps[last - f->first_ins], k);
    }
  }
  for (uint32_t b = 0; b < f->nblocks; b++) {
    const struct ir_block *block = &p->blocks[f->first_block + b];
    for (uint32_t i = block->first; i < block->first + block->count; i++)
      keys[i - f->first_ins] = hash_join(keys[i - f->first_ins], from[b]);
  }
  free(from);
}

static void deep_keys(const struct match *m, int s, const struct ir_function *f, enum match_level level,
                      uint64_t *keys) {
  uint64_t *local = mem_alloc((f->nins + 1) * sizeof *local), *regs = mem_alloc((f->nregs + 1) * sizeof *regs);
  memcpy(local, keys, f->nins * sizeof *local);
  for (int round = 0; round < ROUNDS; round++) {
    register_keys(m, s, f, keys, regs);
    for (uint32_t i = 0; i < f->nins; i++) keys[i] = deeper(m, s, &m->p[s]->ins[f->first_ins + i], local[i], regs);
  }
  uint64_t *jumps = mem_alloc((f->nins + 1) * sizeof *jumps);
  memcpy(jumps, keys, f->nins * sizeof *jumps);
  look_ahead(m, s, f, local, keys);
  if (level == MATCH_PLACED) look_back(m, s, f, jumps, keys);
  free(jumps);
  free(local);
  free(regs);
}

void match_keys(const struct match *m, int side, uint32_t function, enum match_level level, uint64_t *keys) {
  const struct ir_program *p = m->p[side];
  const struct ir_function *f = &p->functions[function];
  for (uint32_t i = 0; i < f->nins; i++) {
    const struct ir_ins *ins = &p->ins[f->first_ins + i];
    keys[i] = level == MATCH_KIND ? kind_key(ins) : local_key(m, side, ins);
  }
  if (level >= MATCH_DEEP) deep_keys(m, side, f, level, keys);
}
