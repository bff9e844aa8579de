/* What a program can execute, read or write at all, as far as references tell: from the entry, constructors and
   destructors through calls, addresses and initial contents. A literal that only says where an assertion stands is not
   among it. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/vec.h"

struct reach {
  const struct ir_program *p;
  uint8_t *function, *global; /* seen */
  VEC(uint32_t) functions;    /* to look at */
  VEC(uint32_t) globals;
};

static void see_function(struct reach *r, uint32_t f) {
  if (r->function[f]) return;
  r->function[f] = true;
  vec_push(&r->functions, f);
}

static void see_global(struct reach *r, uint32_t g) {
  if (r->global[g]) return;
  r->global[g] = true;
  vec_push(&r->globals, g);
}

static void see_symbol(struct reach *r, uint32_t kind, uint32_t symbol) {
  if (kind == IR_CONST_FUNC) see_function(r, symbol);
  if (kind == IR_CONST_GLOBAL) see_global(r, symbol);
}

static void see_instruction(struct reach *r, const struct ir_ins *ins) {
  for (uint32_t k = 0, n = operand_count(ins); k < n; k++) {
    struct operand o = operand_at(r->p, ins, k);
    if (o.kind == 'f') see_function(r, (uint32_t)o.value);
    if (o.kind == 'g') see_global(r, (uint32_t)o.value);
    if (o.kind != 'v' || !ir_is_const(o.value) || match_is_position(r->p, ins, k - 1)) continue;
    const struct ir_const *c = &r->p->consts[ir_const_index(o.value)];
    see_symbol(r, c->kind, c->symbol);
  }
}

static void see_body(struct reach *r, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) see_instruction(r, &r->p->ins[i]);
}

static void see_contents(struct reach *r, const struct ir_global *g) {
  for (uint32_t i = 0; i < g->nrelocs; i++)
    see_symbol(r, r->p->relocs[g->first_reloc + i].kind, r->p->relocs[g->first_reloc + i].symbol);
}

static void see_roots(struct reach *r) {
  see_function(r, r->p->entry);
  for (uint64_t i = 0; i < r->p->nctors; i++) see_function(r, r->p->ctors[i]);
  for (uint64_t i = 0; i < r->p->ndtors; i++) see_function(r, r->p->dtors[i]);
  for (size_t i = 0; i < IR_OWN_CALLS; i++) {
    uint32_t f = ir_find_function(r->p, ir_own_calls[i]);
    if (f != IR_NONE) see_function(r, f);
  }
}

void match_reach(struct match *m) {
  for (int s = OLD; s <= NEW; s++) {
    struct reach r = {.p = m->p[s], .function = m->used_function[s], .global = m->used_global[s]};
    see_roots(&r);
    while (r.functions.count || r.globals.count) {
      if (r.functions.count) see_body(&r, &r.p->functions[vec_pop(&r.functions)]);
      else see_contents(&r, &r.p->globals[vec_pop(&r.globals)]);
    }
    vec_free(&r.functions);
    vec_free(&r.globals);
  }
}
