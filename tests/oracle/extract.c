/* Marks what is reachable from an entry, gives it numbers in the old order, and copies it with the numbers
   translated. Strings and places are copied when something refers to them first. */
#include "extract.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

enum { ABSENT, MARKED }; /* in the tables, before numbers are given: then number + 1 */

struct extract {
  const struct ir_program *from;
  struct ir_program *to;
  uint32_t *functions, *globals, *consts; /* old index -> see above */
  uint32_t *locs;                         /* old index -> new index; 0: not yet */
  struct map strings;                     /* old offset -> new offset */
  VEC(uint32_t) todo_functions, todo_globals;
  VEC(struct ir_loc) new_locs;
  VEC(char) text;
  VEC(uint8_t) data;
};

/* ---- marking */

static void mark_function(struct extract *x, uint32_t f) {
  if (x->functions[f]) return;
  x->functions[f] = MARKED;
  vec_push(&x->todo_functions, f);
}
static void mark_global(struct extract *x, uint32_t g) {
  if (x->globals[g]) return;
  x->globals[g] = MARKED;
  vec_push(&x->todo_globals, g);
}
static void mark_symbol(struct extract *x, uint32_t kind, uint32_t symbol) {
  if (kind == IR_CONST_FUNC) mark_function(x, symbol);
  if (kind == IR_CONST_GLOBAL) mark_global(x, symbol);
}
static void mark_value(struct extract *x, ir_value v) {
  if (!ir_is_const(v) || x->consts[ir_const_index(v)]) return;
  x->consts[ir_const_index(v)] = MARKED;
  mark_symbol(x, x->from->consts[ir_const_index(v)].kind, x->from->consts[ir_const_index(v)].symbol);
}

static bool extra_is_block(const struct ir_ins *ins, int32_t i) {
  return ins->op == IR_SWITCH && (i == 0 || i % 2 == 0);
}

static void mark_ins(struct extract *x, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape + 2;
  const int32_t operands[] = {ins->a, ins->b, ins->c};
  for (int k = 0; k < 3; k++) {
    if (shape[k] == 'v') mark_value(x, operands[k]);
    if (shape[k] == 'f') mark_function(x, (uint32_t)operands[k]);
    if (shape[k] == 'g') mark_global(x, (uint32_t)operands[k]);
    if (shape[k] != 'x') continue;
    for (int32_t i = 0; i < ins->c; i++)
      if (!extra_is_block(ins, i)) mark_value(x, x->from->extra[operands[k] + i]);
  }
}

static void mark_all(struct extract *x, uint32_t entry) {
  static const char *const kept[] = {"exit", "__heddle_thread_main"}; /* the interpreter calls them by name */
  const struct ir_program *p = x->from;
  mark_function(x, entry);
  for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++)
    if (ir_find_function(p, kept[i]) != IR_NONE) mark_function(x, ir_find_function(p, kept[i]));
  for (uint64_t i = 0; i < p->nctors; i++) mark_function(x, p->ctors[i]);
  for (uint64_t i = 0; i < p->ndtors; i++) mark_function(x, p->dtors[i]);
  while (x->todo_functions.count || x->todo_globals.count) {
    if (x->todo_functions.count) {
      const struct ir_function *f = &p->functions[vec_pop(&x->todo_functions)];
      for (uint32_t i = 0; i < f->nins; i++) mark_ins(x, &p->ins[f->first_ins + i]);
    } else {
      const struct ir_global *g = &p->globals[vec_pop(&x->todo_globals)];
      for (uint32_t i = 0; i < g->nrelocs; i++)
        mark_symbol(x, p->relocs[g->first_reloc + i].kind, p->relocs[g->first_reloc + i].symbol);
    }
  }
}

/* Numbers in the old order; how many there are. */
static uint64_t number(uint32_t *table, uint64_t count) {
  uint32_t next = 0;
  for (uint64_t i = 0; i < count; i++)
    if (table[i]) table[i] = ++next;
  return next;
}

/* ---- copying */

static uint32_t string_of(struct extract *x, uint32_t old) {
  uint32_t at;
  if (map_get(&x->strings, old, &at)) return at;
  const char *text = ir_text(x->from, old);
  at = x->text.count;
  do vec_push(&x->text, *text);
  while (*text++);
  map_put(&x->strings, old, at);
  return at;
}

static uint32_t loc_of(struct extract *x, uint32_t old) {
  if (!old || x->locs[old]) return x->locs[old];
  struct ir_loc loc = x->from->locs[old];
  loc.file = string_of(x, loc.file);
  loc.inlined_at = loc_of(x, loc.inlined_at);
  vec_push(&x->new_locs, loc);
  return x->locs[old] = x->new_locs.count - 1;
}

static int32_t value_of(const struct extract *x, ir_value v) {
  return ir_is_const(v) ? ir_const_value(x->consts[ir_const_index(v)] - 1) : v;
}

static int32_t operand_of(struct extract *x, char shape, int32_t old, int32_t blocks) {
  switch (shape) {
  case 'v': return value_of(x, old);
  case 'l': return old + blocks;
  case 'f': return (int32_t)x->functions[old] - 1;
  case 'g': return (int32_t)x->globals[old] - 1;
  case 's': return (int32_t)string_of(x, (uint32_t)old);
  default: return old;
  }
}

/* `blocks`: what is added to the number of a block of the function. */
static void copy_ins(struct extract *x, const struct ir_ins *old, int32_t blocks) {
  struct ir_program *to = x->to;
  const char *shape = ir_ops[old->op].shape + 2;
  struct ir_ins *ins = &to->ins[to->nins++];
  *ins = *old;
  ins->loc = loc_of(x, old->loc);
  ins->a = operand_of(x, shape[0], old->a, blocks);
  ins->b = operand_of(x, shape[1], old->b, blocks);
  ins->c = operand_of(x, shape[2], old->c, blocks);
  if (shape[1] != 'x') return;
  ins->b = (int32_t)to->nextra;
  for (int32_t i = 0; i < old->c; i++) {
    int32_t extra = x->from->extra[old->b + i];
    to->extra[to->nextra++] = extra_is_block(old, i) ? extra + blocks : value_of(x, extra);
  }
}

static void copy_function(struct extract *x, const struct ir_function *old) {
  struct ir_program *to = x->to;
  const struct ir_program *from = x->from;
  struct ir_function *f = &to->functions[to->nfunctions++];
  *f = *old;
  f->name = string_of(x, old->name);
  f->loc = loc_of(x, old->loc);
  f->first_block = (uint32_t)to->nblocks;
  f->first_ins = (uint32_t)to->nins;
  f->first_reg = (uint32_t)to->nregs;
  for (uint32_t i = 0; i < old->nregs; i++) {
    struct ir_reg reg = from->regs[old->first_reg + i];
    reg.name = string_of(x, reg.name);
    to->regs[to->nregs++] = reg;
  }
  for (uint32_t i = 0; i < old->nblocks; i++) {
    struct ir_block block = from->blocks[old->first_block + i];
    block.first = block.first - old->first_ins + f->first_ins;
    block.name = string_of(x, block.name);
    to->blocks[to->nblocks++] = block;
  }
  for (uint32_t i = 0; i < old->nins; i++)
    copy_ins(x, &from->ins[old->first_ins + i], (int32_t)f->first_block - (int32_t)old->first_block);
}

static uint32_t symbol_of(const struct extract *x, uint32_t kind, uint32_t old) {
  return kind == IR_CONST_FUNC ? x->functions[old] - 1 : kind == IR_CONST_GLOBAL ? x->globals[old] - 1 : old;
}

static void copy_global(struct extract *x, const struct ir_global *old) {
  struct ir_program *to = x->to;
  struct ir_global *g = &to->globals[to->nglobals++];
  *g = *old;
  g->name = string_of(x, old->name);
  g->loc = loc_of(x, old->loc);
  g->first_reloc = (uint32_t)to->nrelocs;
  for (uint32_t i = 0; i < old->nrelocs; i++) {
    struct ir_reloc reloc = x->from->relocs[old->first_reloc + i];
    reloc.symbol = symbol_of(x, reloc.kind, reloc.symbol);
    to->relocs[to->nrelocs++] = reloc;
  }
  if (old->init == UINT64_MAX) return;
  g->init = x->data.count;
  for (uint64_t i = 0; i < old->size; i++) vec_push(&x->data, x->from->data[old->init + i]);
}

static void copy_consts(struct extract *x) {
  for (uint64_t i = 0; i < x->from->nconsts; i++) {
    if (!x->consts[i]) continue;
    struct ir_const c = x->from->consts[i];
    c.symbol = symbol_of(x, c.kind, c.symbol);
    x->to->consts[x->to->nconsts++] = c;
  }
}

static uint32_t *copy_list(const struct extract *x, const uint32_t *list, uint64_t count) {
  uint32_t *copy = mem_alloc((count + 1) * sizeof *copy);
  for (uint64_t i = 0; i < count; i++) copy[i] = x->functions[list[i]] - 1;
  return copy;
}

/* Room for all that is marked; the counts start at 0 again and grow as it is copied. */
static void make_room(struct extract *x) {
  struct ir_program *to = x->to;
  const struct ir_program *from = x->from;
  uint64_t blocks = 0, ins = 0, regs = 0, relocs = 0, extra = 0;
  for (uint64_t i = 0; i < from->nfunctions; i++) {
    if (!x->functions[i]) continue;
    const struct ir_function *f = &from->functions[i];
    blocks += f->nblocks, ins += f->nins, regs += f->nregs;
    for (uint32_t k = 0; k < f->nins; k++)
      if (ir_ops[from->ins[f->first_ins + k].op].shape[3] == 'x') extra += (uint64_t)from->ins[f->first_ins + k].c;
  }
  for (uint64_t i = 0; i < from->nglobals; i++)
    if (x->globals[i]) relocs += from->globals[i].nrelocs;
  to->functions = mem_zalloc((number(x->functions, from->nfunctions) + 1) * sizeof *to->functions);
  to->globals = mem_zalloc((number(x->globals, from->nglobals) + 1) * sizeof *to->globals);
  to->consts = mem_zalloc((number(x->consts, from->nconsts) + 1) * sizeof *to->consts);
  to->blocks = mem_zalloc((blocks + 1) * sizeof *to->blocks);
  to->ins = mem_zalloc((ins + 1) * sizeof *to->ins);
  to->regs = mem_zalloc((regs + 1) * sizeof *to->regs);
  to->relocs = mem_zalloc((relocs + 1) * sizeof *to->relocs);
  to->extra = mem_zalloc((extra + 1) * sizeof *to->extra);
}

/* Types of the whole file: one that nobody needs does no harm. */
static void copy_types(struct extract *x) {
  const struct ir_program *from = x->from;
  struct ir_program *to = x->to;
  to->types = mem_zalloc((from->ntypes + 1) * sizeof *to->types);
  to->members = mem_zalloc((from->nmembers + 1) * sizeof *to->members);
  for (; to->ntypes < from->ntypes; to->ntypes++) {
    to->types[to->ntypes] = from->types[to->ntypes];
    to->types[to->ntypes].name = string_of(x, from->types[to->ntypes].name);
  }
  for (; to->nmembers < from->nmembers; to->nmembers++) {
    to->members[to->nmembers] = from->members[to->nmembers];
    to->members[to->nmembers].name = string_of(x, from->members[to->nmembers].name);
  }
}

static void copy_all(struct extract *x) {
  const struct ir_program *from = x->from;
  string_of(x, 0); /* the empty string and the place "nowhere" keep their numbers */
  vec_push(&x->new_locs, from->locs[0]);
  for (uint64_t i = 0; i < from->nfunctions; i++)
    if (x->functions[i]) copy_function(x, &from->functions[i]);
  for (uint64_t i = 0; i < from->nglobals; i++)
    if (x->globals[i]) copy_global(x, &from->globals[i]);
  copy_consts(x);
  copy_types(x);
  x->to->ctors = copy_list(x, from->ctors, x->to->nctors = from->nctors);
  x->to->dtors = copy_list(x, from->dtors, x->to->ndtors = from->ndtors);
  vec_push(&x->data, 0); /* never an empty array */
  x->to->locs = x->new_locs.data, x->to->nlocs = x->new_locs.count;
  x->to->text = x->text.data, x->to->ntext = x->text.count;
  x->to->data = x->data.data, x->to->ndata = x->data.count;
}

struct ir_program *extract_program(const struct ir_program *all, uint32_t entry) {
  struct extract x = {.from = all, .to = mem_zalloc(sizeof *x.to)};
  uint32_t where;
  x.functions = mem_zalloc((all->nfunctions + 1) * sizeof *x.functions);
  x.globals = mem_zalloc((all->nglobals + 1) * sizeof *x.globals);
  x.consts = mem_zalloc((all->nconsts + 1) * sizeof *x.consts);
  x.locs = mem_zalloc((all->nlocs + 1) * sizeof *x.locs);
  mark_all(&x, entry);
  make_room(&x);
  x.to->pointer_bits = all->pointer_bits;
  x.to->entry = x.functions[entry] - 1;
  copy_all(&x);
  const char *wrong = ir_verify(x.to, &where);
  assert(!wrong), (void)wrong;
  free(x.functions), free(x.globals), free(x.consts), free(x.locs);
  map_free(&x.strings);
  vec_free(&x.todo_functions), vec_free(&x.todo_globals);
  return x.to;
}
