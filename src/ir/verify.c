/* The verifier: after it every index in a program may be used without a check.

   It runs on each loaded image and after lowering. It checks arrays against each other (functions own consecutive
   blocks, blocks consecutive instructions), operands against the shape of their op, and widths against its meaning. */
#include <string.h>

#include "ir/ir.h"

struct verifier {
  const struct ir_program *p;
  const struct ir_function *f; /* the function being checked */
  const struct ir_ins *ins;
};

static uint32_t value_width(const struct verifier *v, ir_value value) {
  if (ir_is_const(value)) return v->p->consts[ir_const_index(value)].width;
  return v->p->regs[v->f->first_reg + (uint32_t)value].width;
}

static bool value_ok(const struct verifier *v, int32_t value) {
  return ir_is_const(value) ? ir_const_index(value) < v->p->nconsts : (uint32_t)value < v->f->nregs;
}

static bool block_ok(const struct verifier *v, int32_t block) {
  uint32_t b = (uint32_t)block;
  return b >= v->f->first_block && b - v->f->first_block < v->f->nblocks;
}

/* Extra operands lie in extra[start .. start + count). */
static bool extra_ok(const struct verifier *v, int32_t start, int32_t count) {
  return start >= 0 && count >= 0 && (uint64_t)start + (uint64_t)count <= v->p->nextra;
}

static const char *check_extra_values(const struct verifier *v) {
  for (int32_t i = 0; i < v->ins->c; i++)
    if (!value_ok(v, v->p->extra[v->ins->b + i])) return "an extra operand is out of range";
  return NULL;
}

static const char *check_switch(const struct verifier *v) {
  const int32_t *extra = v->p->extra + v->ins->b;
  if (v->ins->c < 1 || v->ins->c % 2 == 0) return "a switch has no default or an odd list of cases";
  if (!block_ok(v, extra[0])) return "the default of a switch is no block of its function";
  for (int32_t i = 1; i < v->ins->c; i += 2) {
    if (!ir_is_const(extra[i]) || !value_ok(v, extra[i])) return "a case is not a constant";
    if (value_width(v, extra[i]) != v->ins->width) return "a case has another width than its switch";
    if (v->p->consts[ir_const_index(extra[i])].kind != IR_CONST_INT) return "a case is an address";
    if (!block_ok(v, extra[i + 1])) return "a case goes to no block of its function";
  }
  return value_width(v, v->ins->a) == v->ins->width ? NULL : "a switch has another width than its value";
}

static const char *check_operand(const struct verifier *v, char shape, int32_t value) {
  switch (shape) {
  case 'v': return value_ok(v, value) ? NULL : "an operand is out of range";
  case 'l': return block_ok(v, value) ? NULL : "a branch target is no block of its function";
  case 'f': return (uint32_t)value < v->p->nfunctions ? NULL : "a function index is out of range";
  case 'g': return (uint32_t)value < v->p->nglobals ? NULL : "a global index is out of range";
  case 's': return (uint32_t)value < v->p->ntext ? NULL : "a string is out of range";
  default: return NULL;
  }
}

static const char *check_result(const struct verifier *v, char shape) {
  uint32_t count = shape == 'r' ? 1 : shape == 'p' ? 2 : shape == 'm' ? v->ins->width : 0;
  if (v->ins->dst == IR_NONE) return shape == 'm' || shape == '-' ? NULL : "a result register is missing";
  if (shape == '-') return "an operation without result has a result register";
  if (v->ins->dst >= v->f->nregs || count > v->f->nregs - v->ins->dst) return "a result register is out of range";
  return NULL;
}

static uint32_t result_width(const struct verifier *v, uint32_t k) {
  return v->p->regs[v->f->first_reg + v->ins->dst + k].width;
}

static bool width_ok(uint32_t width) { return width >= 1 && width <= 64; }

/* The width that a column of ops.def asks for; 0: any. */
static uint32_t wanted_width(const struct verifier *v, char column) {
  switch (column) {
  case 'w': return v->ins->width;
  case 'p': return v->p->pointer_bits;
  case 'o': return (uint32_t)v->ins->c;
  case '1': return 1;
  case '8': return 8;
  default: return 0;
  }
}

static const char *check_other_width(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_ZEXT:
  case IR_SEXT:
  case IR_FPEXT: return ins->c < ins->width ? "an extension makes its value narrower" : NULL;
  case IR_TRUNC:
  case IR_FPTRUNC: return ins->c < ins->width ? "a truncation makes its value wider" : NULL;
  default: return NULL;
  }
}

static const char *check_immediate(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_FCMP: return ins->c >= 0 && ins->c <= 15 ? NULL : "no such floating-point predicate";
  case IR_FMATH: return ins->c >= IR_FM_FABS && ins->c < IR_FM_COPYSIGN ? NULL : "no such function of one number";
  case IR_FMATH2: return ins->c >= IR_FM_COPYSIGN && ins->c <= IR_FM_ATAN2 ? NULL : "no such function of two numbers";
  case IR_RMW: return ins->c >= IR_RMW_XCHG && ins->c <= IR_RMW_UMIN ? NULL : "no such atomic operation";
  case IR_ALLOCA: return ins->b > 0 && (ins->b & (ins->b - 1)) == 0 ? NULL : "an alignment is no power of two";
  case IR_BSWAP: return ins->width % 8 == 0 ? NULL : "bytes of a value that has none";
  default: return NULL;
  }
}

static bool is_float_width(const struct ir_ins *ins) {
  uint32_t w = ins->width, other = (uint32_t)ins->c;
  switch (ins->op) {
  case IR_SITOFP:
  case IR_UITOFP: return other == 32 || other == 64;
  case IR_FPEXT:
  case IR_FPTRUNC: return w == 32 && other == 64;
  default: return w == 32 || w == 64;
  }
}

static const char *check_widths(const struct verifier *v, const char *shape) {
  const struct ir_ins *ins = v->ins;
  const char *widths = ir_ops[ins->op].widths;
  if (strpbrk(widths, "wo") && !width_ok(ins->width)) return "a width is not in 1..64";
  if (ir_ops[ins->op].class == IR_CLASS_FLOAT && !is_float_width(ins)) return "a floating-point width is not 32 or 64";
  const char *why = check_other_width(ins);
  if (why != NULL) return why;
  if (strchr(widths, 'o') && (ins->c < 1 || ins->c > 64)) return "a conversion has no other width";
  static const char *const wrong[] = {"the first operand has a wrong width", "the second operand has a wrong width",
                                      "the third operand has a wrong width"};
  const int32_t values[] = {ins->a, ins->b, ins->c};
  for (unsigned k = 0; k < 3; k++) {
    uint32_t want = wanted_width(v, widths[2 + k]);
    if (want && value_width(v, values[k]) != want) return wrong[k];
  }
  uint32_t want = wanted_width(v, widths[0]);
  if (want && result_width(v, 0) != want) return "the result has a wrong width";
  return shape[0] == 'p' && result_width(v, 1) != 1 ? "the second result has a wrong width" : NULL;
}

static const char *check_ins(const struct verifier *v, bool last) {
  if (v->ins->op >= IR_OP_COUNT) return "no such operation";
  const struct ir_op_info *info = &ir_ops[v->ins->op];
  if ((info->class == IR_CLASS_FLOW) != last) return "a block does not end with its only jump";
  if (v->ins->loc >= v->p->nlocs) return "a source position is out of range";
  const char *why = check_result(v, info->shape[0]);
  if (why == NULL) why = check_operand(v, info->shape[2], v->ins->a);
  if (why == NULL) why = check_operand(v, info->shape[3], v->ins->b);
  if (why == NULL) why = check_operand(v, info->shape[4], v->ins->c);
  if (why != NULL) return why;
  if (info->shape[3] == 'x') {
    if (!extra_ok(v, v->ins->b, v->ins->c)) return "the extra operands are out of range";
    why = v->ins->op == IR_SWITCH ? check_switch(v) : check_extra_values(v);
    if (why != NULL || v->ins->op == IR_SWITCH) return why;
  }
  why = check_immediate(v->ins);
  return why != NULL ? why : check_widths(v, info->shape);
}

static const char *check_block(struct verifier *v, uint32_t *where) {
  const struct ir_block *block = &v->p->blocks[*where];
  if (block->name >= v->p->ntext) return "the name of a block is out of range";
  if (block->count == 0) return "a block is empty";
  for (uint32_t i = 0; i < block->count; i++) {
    v->ins = &v->p->ins[block->first + i];
    const char *why = check_ins(v, i + 1 == block->count);
    if (why == NULL) continue;
    *where = block->first + i;
    return why;
  }
  return NULL;
}

static const char *check_registers(const struct verifier *v) {
  const struct ir_function *f = v->f;
  if (f->first_reg > v->p->nregs || f->nregs > v->p->nregs - f->first_reg) return "registers are out of range";
  if (f->nregs > INT32_MAX || f->nparams > f->nregs) return "a function has fewer registers than parameters";
  for (uint32_t i = 0; i < f->nregs; i++) {
    const struct ir_reg *reg = &v->p->regs[f->first_reg + i];
    if (!width_ok(reg->width) || reg->name >= v->p->ntext) return "a register is malformed";
  }
  return NULL;
}

/* Blocks and instructions of functions follow each other without gap: *block and *ins are where the next one must
   start. */
static const char *check_body(struct verifier *v, uint32_t *block, uint32_t *ins, uint32_t *where) {
  const struct ir_function *f = v->f;
  if (f->nblocks == 0 || f->nblocks > v->p->nblocks || f->first_block != *block) return "blocks are out of order";
  if (f->nblocks > v->p->nblocks - *block) return "blocks are out of range";
  for (uint32_t end = *block + f->nblocks; *block < end; ++*block) {
    const struct ir_block *b = &v->p->blocks[*block];
    if (b->first != *ins || b->count > v->p->nins - *ins) return "instructions are out of order";
    *where = *block;
    const char *why = check_block(v, where);
    if (why != NULL) return why;
    *ins += b->count;
  }
  return *ins - f->first_ins == f->nins ? NULL : "a function has another number of instructions than its blocks";
}

static const char *check_functions(const struct ir_program *p, uint32_t *where) {
  uint32_t block = 0, ins = 0;
  for (uint32_t i = 0; i < p->nfunctions; i++) {
    struct verifier v = {p, &p->functions[i], NULL};
    if (v.f->name >= p->ntext || v.f->loc >= p->nlocs) return "the name or place of a function is out of range";
    if (v.f->first_ins != ins) return "functions are out of order";
    const char *why = check_registers(&v);
    if (why != NULL) return why;
    if (!(v.f->flags & IR_FN_DEFINED)) {
      if (v.f->nins != 0 || v.f->nblocks != 0) return "an external function has a body";
      continue;
    }
    why = check_body(&v, &block, &ins, where);
    if (why != NULL) return why;
  }
  return block == p->nblocks && ins == p->nins ? NULL : "blocks or instructions belong to no function";
}

static bool symbol_ok(const struct ir_program *p, uint32_t kind, uint32_t symbol) {
  if (kind == IR_CONST_GLOBAL) return symbol < p->nglobals;
  return kind == IR_CONST_FUNC && symbol < p->nfunctions;
}

static const char *check_consts(const struct ir_program *p) {
  for (uint64_t i = 0; i < p->nconsts; i++) {
    const struct ir_const *c = &p->consts[i];
    if (!width_ok(c->width)) return "a constant has no valid width";
    if (c->kind == IR_CONST_INT) {
      if (c->width < 64 && c->value >> c->width != 0) return "a constant has bits above its width";
    } else if (!symbol_ok(p, c->kind, c->symbol) || c->width != p->pointer_bits) {
      return "a constant address is malformed";
    }
  }
  return NULL;
}

static const char *check_relocs(const struct ir_program *p, const struct ir_global *g) {
  if (g->first_reloc > p->nrelocs || g->nrelocs > p->nrelocs - g->first_reloc)
    return "pointers of an initialiser are out of range";
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *r = &p->relocs[g->first_reloc + i];
    if (!symbol_ok(p, r->kind, r->symbol)) return "a pointer in an initialiser goes nowhere";
    if (g->size < p->pointer_bits / 8 || r->offset > g->size - p->pointer_bits / 8)
      return "a pointer lies outside of its initialiser";
  }
  return NULL;
}

static const char *check_globals(const struct ir_program *p) {
  for (uint64_t i = 0; i < p->nglobals; i++) {
    const struct ir_global *g = &p->globals[i];
    if (g->name >= p->ntext || g->loc >= p->nlocs) return "the name or place of a global is out of range";
    if (g->align == 0 || (g->align & (g->align - 1)) != 0) return "the alignment of a global is no power of two";
    if (g->init != UINT64_MAX && (g->init > p->ndata || g->size > p->ndata - g->init))
      return "an initialiser is out of range";
    const char *why = check_relocs(p, g);
    if (why != NULL) return why;
  }
  return NULL;
}

static const char *check_types(const struct ir_program *p) {
  for (uint64_t i = 0; i < p->ntypes; i++) {
    const struct ir_type *t = &p->types[i];
    if (t->name >= p->ntext || t->element >= p->ntypes) return "a type is malformed";
    if ((uint64_t)t->first_member + t->nmembers > p->nmembers) return "the members of a type are out of range";
  }
  for (uint64_t i = 0; i < p->nmembers; i++)
    if (p->members[i].name >= p->ntext || p->members[i].type >= p->ntypes) return "a member is malformed";
  for (uint64_t i = 0; i < p->nregs; i++)
    if (p->regs[i].pointee && p->regs[i].pointee >= p->ntypes) return "an address leads to no type";
  for (uint64_t i = 0; i < p->nglobals; i++)
    if (p->globals[i].type && p->globals[i].type >= p->ntypes) return "a global is of no type";
  return NULL;
}

static const char *check_locs(const struct ir_program *p) {
  if (p->nlocs == 0) return "position 0 is missing";
  for (uint64_t i = 0; i < p->nlocs; i++)
    if (p->locs[i].file >= p->ntext || p->locs[i].inlined_at >= (i ? i : 1)) return "a source position is malformed";
  return NULL;
}

static const char *check_list(const struct ir_program *p, const uint32_t *list, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (list[i] >= p->nfunctions) return "a constructor or destructor is out of range";
  return NULL;
}

bool ir_numbers_fit(const uint32_t *numbers, uint64_t things) {
  for (uint64_t i = 0; i < things; i++)
    if (numbers[i] >= numbers[things]) return false;
  return true;
}

static bool numbers_ok(const uint32_t *numbers, uint64_t count, uint64_t wanted) {
  return count == 0 || (count == wanted + 1 && ir_numbers_fit(numbers, wanted));
}

const char *ir_verify(const struct ir_program *p, uint32_t *where) {
  *where = 0;
  if (!numbers_ok(p->ids, p->nids, p->nins) || !numbers_ok(p->function_ids, p->nfunction_ids, p->nfunctions) ||
      !numbers_ok(p->global_slots, p->nglobal_slots, p->nglobals))
    return "the numbers of an earlier version do not fit";
  if (p->pointer_bits != 32 && p->pointer_bits != 64) return "the pointer width is not 32 or 64";
  if (p->ntext == 0 || p->text[p->ntext - 1] != '\0' || p->text[0] != '\0') return "the text is not terminated";
  if (p->entry >= p->nfunctions) return "the entry is no function";
  const char *why = check_locs(p);
  if (why == NULL) why = check_consts(p);
  if (why == NULL) why = check_globals(p);
  if (why == NULL) why = check_types(p);
  if (why == NULL) why = check_list(p, p->ctors, p->nctors);
  if (why == NULL) why = check_list(p, p->dtors, p->ndtors);
  return why != NULL ? why : check_functions(p, where);
}
