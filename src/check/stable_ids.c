/* Giving the new version the old one's numbers. See stable_ids.h; registers are in register_ids.c. */
#include "check/stable_ids.h"

#include <stdlib.h>
#include <string.h>

#include "change/operands.h"
#include "check/register_ids.h"
#include "util/mem.h"
#include "vm/vm.h"

void stable_ids_free(struct stable_ids *n) {
  if (!n) return;
  free(n->program.functions);
  free(n->program.ins);
  free(n->program.extra);
  free(n->program.regs);
  free(n->program.ids);
  free(n->program.function_ids);
  free(n->program.global_slots);
  free(n->reg);
  free(n->nregs);
  free(n);
}

static struct stable_ids *open_beside(const struct ir_program *loaded) {
  struct stable_ids *n = mem_zalloc(sizeof *n);
  n->loaded = loaded;
  n->program = *loaded;
  n->program.functions = NULL;
  n->program.ins = NULL;
  n->program.extra = NULL;
  n->program.regs = NULL;
  n->program.ids = n->program.function_ids = n->program.global_slots = NULL;
  n->program.nids = loaded->nins + 1;
  n->program.nfunction_ids = loaded->nfunctions + 1;
  n->program.nglobal_slots = loaded->nglobals + 1;
  return n;
}

/* ---- following the old version ---- */

static uint32_t *number_instructions(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  uint32_t *ids = mem_alloc((new->nins + 1) * sizeof *ids);
  uint32_t next = ir_id(old, (uint32_t)old->nins);
  for (uint32_t i = 0; i < new->nins; i++)
    ids[i] = c->new.status[i] == CHANGE_SAME ? ir_id(old, c->new.ins[i]) : next++;
  ids[new->nins] = next;
  return ids;
}

static uint32_t *number_functions(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  uint32_t *ids = mem_alloc((new->nfunctions + 1) * sizeof *ids);
  uint32_t next = ir_function_id_limit(old);
  for (uint32_t f = 0; f < new->nfunctions; f++)
    ids[f] = c->new.function[f] != IR_NONE ? ir_function_id(old, c->new.function[f]) : next++;
  ids[new->nfunctions] = next;
  return ids;
}

static bool keeps_place(const struct change *c, uint32_t g) { return c->new.global_kept[g]; }

/* What has no place yet comes behind everything that ever had one, with room for its alignment. */
static uint32_t *number_globals(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  uint32_t *before = mem_alloc((old->nglobals + 1) * sizeof *before),
           *fresh = mem_alloc((new->nglobals + 1) * sizeof *fresh);
  uint32_t *slots = mem_alloc((new->nglobals + 1) * sizeof *slots);
  if (old->nglobal_slots) memcpy(before, old->global_slots, (old->nglobals + 1) * sizeof *before);
  else vm_global_slots(old, before);
  vm_global_slots(new, fresh);
  uint32_t next = before[old->nglobals];
  for (uint32_t g = 0; g < new->nglobals; g++) {
    slots[g] = keeps_place(c, g) ? before[c->new.global[g]] : next;
    if (!keeps_place(c, g)) next += fresh[g + 1] - fresh[g] + 1 + new->globals[g].align / 512;
  }
  for (uint32_t g = 0; g < new->nglobals; g++) /* one of each thread has a number, and no place behind it */
    if (slots[g] >= next) next = slots[g] + 1;
  slots[new->nglobals] = next;
  free(before);
  free(fresh);
  return slots;
}

/* Matches of registers, under the new numbers. */
static void update_matches(struct change *c, const struct stable_ids *n) {
  const struct ir_program *new = &n->program;
  uint32_t *reg = mem_alloc((new->nregs + 1) * sizeof *reg);
  for (uint64_t i = 0; i < new->nregs; i++) reg[i] = IR_NONE;
  for (uint32_t f = 0; f < new->nfunctions; f++) {
    const struct ir_function *loaded = &n->loaded->functions[f];
    const struct ir_function *old =
        c->new.function[f] == IR_NONE ? NULL : &c->old.program->functions[c->new.function[f]];
    for (uint32_t i = loaded->first_reg; i < loaded->first_reg + loaded->nregs; i++) {
      uint32_t match = c->new.reg[i], number = n->reg[i];
      reg[new->functions[f].first_reg + number] = match;
      if (old && match != IR_NONE) c->old.reg[old->first_reg + match] = number;
    }
  }
  free(c->new.reg);
  c->new.reg = reg;
}

struct stable_ids *stable_ids_assign(struct change *change) {
  const struct ir_program *old = change->old.program, *new = change->new.program;
  uint32_t *functions = number_functions(change);
  if (old->pointer_bits != new->pointer_bits ||
      vm_code_bytes(functions[new->nfunctions]) != vm_code_bytes(ir_function_id_limit(old))) {
    free(functions);
    return NULL;
  }
  struct stable_ids *n = open_beside(new);
  n->program.ids = number_instructions(change);
  n->program.function_ids = functions;
  n->program.global_slots = number_globals(change);
  register_ids_compute(n, change);
  register_ids_apply(n);
  update_matches(change, n);
  change->new.program = &n->program;
  return n;
}

/* ---- blocks that do the same with the same numbers ---- */

static bool same_const(const struct change *c, uint32_t old, uint32_t new) {
  const struct ir_const *a = &c->old.program->consts[old], *b = &c->new.program->consts[new];
  if (a->kind != b->kind || a->width != b->width || a->value != b->value) return false;
  if (a->kind == IR_CONST_FUNC) return c->old.function[a->symbol] == b->symbol;
  return a->kind == IR_CONST_INT || (c->old.global[a->symbol] == b->symbol && keeps_place(c, b->symbol));
}

static bool same_value(const struct change *c, ir_value old, ir_value new) {
  if (ir_is_const(old) != ir_is_const(new)) return false;
  return ir_is_const(old) ? same_const(c, ir_const_index(old), ir_const_index(new)) : old == new;
}

static bool same_operand(const struct change *c, char shape, int32_t old, int32_t new) {
  switch (shape) {
  case 'v': return same_value(c, old, new);
  case 'l':
    return c->old.block[old] == IR_NONE || c->old.block[old] == (uint32_t)new; /* what is not the same is not used */
  case 'f': return c->old.function[old] == (uint32_t)new;
  case 'g': return c->old.global[old] == (uint32_t)new && keeps_place(c, (uint32_t)new);
  case 's':
  case 'x':
  case '-': return true; /* texts are names; extra operands are compared apart */
  default: return old == new;
  }
}

static bool same_extra(const struct change *c, const struct ir_ins *old, const struct ir_ins *new) {
  const int32_t *a = &c->old.program->extra[old->b], *b = &c->new.program->extra[new->b];
  bool cases = old->op == IR_SWITCH;
  for (int32_t i = 0; i < old->c; i++) /* where an assertion stands is for reports only */
    if (!(match_is_position(c->old.program, old, (uint32_t)i) && match_is_position(c->new.program, new, (uint32_t)i)) &&
        !same_operand(c, cases && i % 2 == 0 ? 'l' : 'v', a[i], b[i]))
      return false;
  return true;
}

static bool same_instruction(const struct change *c, uint32_t old, uint32_t new) {
  const struct ir_ins *a = &c->old.program->ins[old], *b = &c->new.program->ins[new];
  if (c->old.status[old] != CHANGE_SAME || c->old.ins[old] != new) return false;
  if (a->op != b->op || a->width != b->width || a->flags != b->flags || a->dst != b->dst) return false;
  const char *shape = ir_ops[a->op].shape + 2;
  if (!same_operand(c, shape[0], a->a, b->a) || !same_operand(c, shape[1], a->b, b->b) ||
      !same_operand(c, shape[2], a->c, b->c))
    return false;
  return shape[1] != 'x' || same_extra(c, a, b);
}

/* What a call of the function does besides executing its code; the call may be one through a pointer. */
static bool same_function(const struct change *c, uint32_t old, uint32_t new) {
  const struct ir_function *a = ir_function_of(c->old.program, old), *b = ir_function_of(c->new.program, new);
  return a->flags == b->flags && a->nparams == b->nparams && a->nresults == b->nresults;
}

static bool same_block(const struct change *c, uint32_t old, uint32_t new) {
  const struct ir_block *a = &c->old.program->blocks[old], *b = &c->new.program->blocks[new];
  if (a->count != b->count || !same_function(c, a->first, b->first)) return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!same_instruction(c, a->first + i, b->first + i)) return false;
  return true;
}

uint32_t *stable_ids_blocks(const struct change *change) {
  const struct ir_program *old = change->old.program;
  uint32_t *blocks = mem_alloc((old->nblocks + 1) * sizeof *blocks);
  for (uint32_t b = 0; b < old->nblocks; b++) {
    uint32_t match = change->old.block[b];
    blocks[b] = match != IR_NONE && same_block(change, b, match) ? match : IR_NONE;
  }
  return blocks;
}

/* ---- the skeleton of every run ---- */

static bool same_list(const struct change *c, const uint32_t *old, uint64_t nold, const uint32_t *new, uint64_t nnew) {
  if (nold != nnew) return false;
  for (uint64_t i = 0; i < nold; i++)
    if (c->old.function[old[i]] != new[i]) return false;
  return true;
}

/* A function that the machine itself calls, by its name. */
static bool same_named(const struct change *c, const char *name) {
  uint32_t old = ir_find_function(c->old.program, name), new = ir_find_function(c->new.program, name);
  return old == IR_NONE || new == IR_NONE ? old == new : c->old.function[old] == new;
}

/* Every thread gets its own copy of these when it starts. */
static bool same_thread_data(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  for (uint32_t g = 0; g < old->nglobals; g++)
    if (old->globals[g].flags & IR_GLOBAL_TLS && (c->old.global[g] == IR_NONE || !keeps_place(c, c->old.global[g])))
      return false;
  for (uint32_t g = 0; g < new->nglobals; g++)
    if (new->globals[g].flags & IR_GLOBAL_TLS && !keeps_place(c, g)) return false;
  return true;
}

static bool same_own_calls(const struct change *c) {
  bool same = true;
  for (size_t i = 0; i < IR_OWN_CALLS; i++) same &= same_named(c, ir_own_calls[i]);
  return same;
}

bool stable_ids_same_skeleton(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  return c->old.function[old->entry] == new->entry &&same_list(c, old->ctors, old->nctors, new->ctors, new->nctors) &&
         same_list(c, old->dtors, old->ndtors, new->dtors, new->ndtors) && same_own_calls(c) && same_thread_data(c);
}

/* ---- as bytes ---- */

struct stable_ids_head {
  uint64_t nins, nfunctions, nglobals, nregs;
};

/* All arrays in the order in which they are written. */
struct stable_ids_part {
  uint32_t *data;
  uint64_t count;
};
enum { PARTS = 5 };

uint8_t *stable_ids_encode(const struct stable_ids *n, uint64_t *bytes) {
  const struct ir_program *p = n->loaded;
  struct stable_ids_head head = {p->nins, p->nfunctions, p->nglobals, p->nregs};
  const struct stable_ids_part parts[PARTS] = {{n->program.ids, p->nins + 1},
                                               {n->program.function_ids, p->nfunctions + 1},
                                               {n->program.global_slots, p->nglobals + 1},
                                               {n->reg, p->nregs},
                                               {n->nregs, p->nfunctions}};
  *bytes = sizeof head;
  for (unsigned i = 0; i < PARTS; i++) *bytes += parts[i].count * sizeof *parts[i].data;
  uint8_t *data = mem_alloc(*bytes), *at = data + sizeof head;
  memcpy(data, &head, sizeof head);
  for (unsigned i = 0; i < PARTS; i++) {
    memcpy(at, parts[i].data, parts[i].count * sizeof *parts[i].data);
    at += parts[i].count * sizeof *parts[i].data;
  }
  return data;
}

static uint32_t *copy_part(const uint8_t **at, uint64_t count) {
  uint32_t *copy = mem_alloc((count + 1) * sizeof *copy);
  memcpy(copy, *at, count * sizeof *copy);
  *at += count * sizeof *copy;
  return copy;
}

struct stable_ids *stable_ids_decode(const struct ir_program *p, const uint8_t *data, uint64_t bytes) {
  struct stable_ids_head head, wanted = {p->nins, p->nfunctions, p->nglobals, p->nregs};
  uint64_t words = p->nins + p->nfunctions * 2 + p->nglobals + p->nregs + 3;
  if (bytes != sizeof head + words * sizeof(uint32_t)) return NULL;
  memcpy(&head, data, sizeof head);
  if (memcmp(&head, &wanted, sizeof head)) return NULL;
  const uint8_t *at = data + sizeof head;
  struct stable_ids *n = open_beside(p);
  n->program.ids = copy_part(&at, p->nins + 1);
  n->program.function_ids = copy_part(&at, p->nfunctions + 1);
  n->program.global_slots = copy_part(&at, p->nglobals + 1);
  n->reg = copy_part(&at, p->nregs);
  n->nregs = copy_part(&at, p->nfunctions);
  bool fits = ir_numbers_fit(n->program.ids, p->nins) && ir_numbers_fit(n->program.function_ids, p->nfunctions) &&
              ir_numbers_fit(n->program.global_slots, p->nglobals) && register_ids_fit(n);
  if (fits) register_ids_apply(n);
  else stable_ids_free(n);
  return fits ? n : NULL;
}
