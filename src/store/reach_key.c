/* Hashing what a program can execute, read or write at all: functions and globals that nothing refers to are left out,
   and the others are counted in the order in which they are come to, from the entry on. So two programs of which one
   has a function more that nobody calls have the same key. Their numbers differ: what was recorded by number about the
   one says nothing about the other. */
#include <string.h>
#include <xxhash.h>

#include "store/program_key.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/vec.h"

struct reach {
  const struct ir_program *p;
  XXH3_state_t *state;
  VEC(uint64_t) words;         /* not yet hashed */
  uint32_t *function, *global; /* number in the order of meeting + 1; 0: not met */
  VEC(uint32_t) functions, globals;
};

static void flush(struct reach *r) {
  XXH3_128bits_update(r->state, r->words.data, r->words.count * sizeof *r->words.data);
  r->words.count = 0;
}

static void add(struct reach *r, uint64_t word) {
  enum { BATCH = 4096 };
  if (r->words.count == BATCH) flush(r);
  vec_push(&r->words, word);
}

static void add_bytes(struct reach *r, const void *bytes, uint64_t size) {
  add(r, size);
  flush(r);
  XXH3_128bits_update(r->state, bytes, size);
}

static void add_text(struct reach *r, uint32_t text) {
  const char *string = ir_text(r->p, text);
  add_bytes(r, string, strlen(string));
}

static void add_function_number(struct reach *r, uint32_t f) {
  if (!r->function[f]) {
    vec_push(&r->functions, f);
    r->function[f] = r->functions.count;
  }
  add(r, r->function[f]);
}

static void add_global_number(struct reach *r, uint32_t g) {
  if (!r->global[g]) {
    vec_push(&r->globals, g);
    r->global[g] = r->globals.count;
  }
  add(r, r->global[g]);
}

static void add_symbol(struct reach *r, uint32_t kind, uint32_t symbol) {
  if (kind == IR_CONST_FUNC) add_function_number(r, symbol);
  else if (kind == IR_CONST_GLOBAL) add_global_number(r, symbol);
  else add(r, symbol);
}

/* ---- instructions ---- */

static void add_value(struct reach *r, ir_value value) {
  if (!ir_is_const(value)) {
    add(r, (uint64_t)value);
    return;
  }
  const struct ir_const *c = &r->p->consts[ir_const_index(value)];
  add(r, 1ull << 63 | (uint64_t)c->kind << 16 | c->width);
  add(r, MUTATED(KNOWN_NEW) ? 0 : c->value);
  add_symbol(r, c->kind, c->symbol);
}

/* File, line and function of an assertion: program_key.c leaves them out, too. */
static bool is_position(const struct reach *r, const struct ir_ins *ins, int32_t operand) {
  if (ins->op != IR_CALL || operand < 1 || operand > 3 || ins->c != 4) return false;
  const struct ir_function *f = &r->p->functions[ins->a];
  return f->flags & IR_FN_LIBRARY && !strcmp(ir_text(r->p, f->name), "__assert_fail");
}

static void add_extra(struct reach *r, const struct ir_function *f, const struct ir_ins *ins, int32_t first) {
  add(r, (uint32_t)ins->c);
  for (int32_t i = 0; i < ins->c; i++) {
    int32_t value = r->p->extra[first + i];
    if (ins->op == IR_SWITCH && i % 2 == 0) add(r, (uint32_t)value - f->first_block);
    else if (!is_position(r, ins, i)) add_value(r, value);
  }
}

static void add_operand(struct reach *r, const struct ir_function *f, const struct ir_ins *ins, char shape,
                        int32_t value) {
  switch (shape) {
  case 'v': add_value(r, value); break;
  case 'x': add_extra(r, f, ins, value); break;
  case 'l': add(r, (uint32_t)value - f->first_block); break;
  case 'f': add_function_number(r, (uint32_t)value); break;
  case 'g': add_global_number(r, (uint32_t)value); break;
  case 's':
    if (ins->op != IR_ALLOCA) add_text(r, (uint32_t)value); /* there it is the name of a local */
    break;
  case '-': break;
  default: add(r, (uint32_t)value);
  }
}

static void add_function(struct reach *r, const struct ir_function *f) {
  const struct ir_program *p = r->p;
  add_text(r, f->name);
  add(r, (uint64_t)f->flags << 32 | f->nblocks);
  add(r, (uint64_t)f->nins << 32 | f->nregs);
  add(r, (uint64_t)f->nparams << 32 | f->nresults);
  for (uint32_t i = 0; i < f->nblocks; i++) add(r, p->blocks[f->first_block + i].count);
  for (uint32_t i = 0; i < f->nregs; i++) add(r, p->regs[f->first_reg + i].width);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_ins *ins = &p->ins[i];
    const char *shape = ir_ops[ins->op].shape + 2;
    add(r, (uint64_t)ins->op << 48 | (uint64_t)ins->width << 40 | (uint64_t)ins->flags << 32 | ins->dst);
    add_operand(r, f, ins, shape[0], ins->a);
    add_operand(r, f, ins, shape[1], ins->b);
    add_operand(r, f, ins, shape[2], ins->c);
  }
}

/* The name of a constant is made up by the compiler, as a rule, and counts on when there is another one before. */
static void add_global(struct reach *r, const struct ir_global *g) {
  const struct ir_program *p = r->p;
  if (!(g->flags & IR_GLOBAL_CONST)) add_text(r, g->name);
  add(r, g->flags);
  add(r, g->size);
  add(r, (uint64_t)g->align << 32 | g->nrelocs);
  add(r, g->init != UINT64_MAX);
  if (g->init != UINT64_MAX) add_bytes(r, p->data + g->init, g->size);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *reloc = &p->relocs[g->first_reloc + i];
    add(r, reloc->offset);
    add(r, (uint64_t)reloc->addend);
    add(r, reloc->kind);
    add_symbol(r, reloc->kind, reloc->symbol);
  }
}

/* ---- the whole ---- */

static void add_roots(struct reach *r) {
  const struct ir_program *p = r->p;
  add(r, p->pointer_bits);
  add_function_number(r, p->entry);
  add(r, p->nctors);
  for (uint64_t i = 0; i < p->nctors; i++) add_function_number(r, p->ctors[i]);
  add(r, p->ndtors);
  for (uint64_t i = 0; i < p->ndtors; i++) add_function_number(r, p->dtors[i]);
  for (size_t i = 0; i < IR_OWN_CALLS; i++) {
    uint32_t f = ir_find_function(p, ir_own_calls[i]);
    add(r, f != IR_NONE);
    if (f != IR_NONE) add_function_number(r, f);
  }
}

/* What stands before what in memory. */
static void add_order(struct reach *r) {
  for (uint64_t f = 0; f < r->p->nfunctions; f++)
    if (r->function[f]) add(r, r->function[f]);
  for (uint64_t g = 0; g < r->p->nglobals; g++)
    if (r->global[g]) add(r, r->global[g]);
}

struct store_key program_key_of_reach(const struct ir_program *p) {
  struct reach r = {.p = p, .state = XXH3_createState()};
  r.function = mem_zalloc((p->nfunctions + 1) * sizeof *r.function);
  r.global = mem_zalloc((p->nglobals + 1) * sizeof *r.global);
  XXH3_128bits_reset(r.state);
  add_roots(&r);
  for (uint32_t f = 0, g = 0; f < r.functions.count || g < r.globals.count;) {
    if (f < r.functions.count) add_function(&r, &p->functions[r.functions.data[f++]]);
    else add_global(&r, &p->globals[r.globals.data[g++]]);
  }
  add_order(&r);
  flush(&r);
  XXH128_hash_t hash = XXH3_128bits_digest(r.state);
  XXH3_freeState(r.state);
  vec_free(&r.words);
  vec_free(&r.functions);
  vec_free(&r.globals);
  free(r.function);
  free(r.global);
  return (struct store_key){hash.low64, hash.high64};
}
