/* Variables: what a state may hold in any way. What both versions have is one variable for both: a register at a cut, a
   memory cell, the address of a global, the result of an event. */
#include <stdio.h>
#include <string.h>

#include "equivalence/inside.h"

/* Two variables never have one name: the solver tells them apart by it. */
static sym_id make(struct work *w, const char *name, unsigned width) {
  char text[160];
  uint32_t times = 0, bytes = (width + 7) / 8;
  uint64_t key = hash_bytes(name, strlen(name));
  map_get(&w->names, key, &times);
  map_put(&w->names, key, times + 1);
  if (times) snprintf(text, sizeof text, "%.140s#%u", name, times + 1);
  else snprintf(text, sizeof text, "%.150s", name);
  const struct sym_input *input = sym_input_at(w->sym, sym_input(w->sym, text, bytes, SYM_INPUT));
  return sym_extract(w->sym, sym_bytes(w->sym, input->first, bytes), 0, width);
}

sym_id variable_get(struct work *w, enum variable_kind kind, const uint64_t key[3], unsigned width, const char *name) {
  uint64_t hash = hash_join(hash_join(hash_join(hash_join(kind + 1, key[0]), key[1]), key[2]), width);
  uint32_t term;
  if (map_get(&w->variables, hash, &term)) return term;
  term = make(w, name, width);
  map_put(&w->variables, hash, term);
  return term;
}

void variables_forget(struct work *w) {
  map_free(&w->variables);
  map_free(&w->names);
  w->variables = w->names = (struct map){0};
  w->bases.count = w->cells.count = 0;
  w->blurred = false;
}

/* ---- addresses ---- */

void variable_is_base(struct work *w, sym_id variable, struct base base) {
  if (sym_op_of(w->sym, variable) != SYM_BYTES) return;
  base.variable = sym_first(w->sym, variable);
  for (uint32_t i = 0; i < w->bases.count; i++)
    if (w->bases.data[i].variable == base.variable) return;
  vec_push(&w->bases, base);
}

static const struct base *base_of(const struct work *w, uint32_t variable) {
  for (uint32_t i = 0; i < w->bases.count; i++)
    if (w->bases.data[i].variable == variable) return &w->bases.data[i];
  return NULL;
}

static bool is_summand(const struct work *w, sym_id term, uint32_t variable, unsigned depth) {
  enum sym_op op = sym_op_of(w->sym, term);
  if (op == SYM_BYTES) return sym_first(w->sym, term) == variable;
  if (op != SYM_ADD || !depth) return false;
  return is_summand(w, sym_operand(w->sym, term, 0), variable, depth - 1) ||
         is_summand(w, sym_operand(w->sym, term, 1), variable, depth - 1);
}

const struct base *variable_base(struct work *w, sym_id address) {
  uint32_t count;
  const uint32_t *support = sym_support(w->sym, address, &count);
  const struct base *found = NULL;
  for (uint32_t i = 0; i < count; i++) {
    const struct base *base = base_of(w, support[i]);
    if (base && found) return NULL;
    if (base) found = base;
  }
  return found && is_summand(w, address, found->variable, 8) ? found : NULL;
}

static bool same_form(const struct ir_global *a, const struct ir_global *b) {
  return a->size == b->size && a->align == b->align && a->flags == b->flags;
}

/* Its number in the old version, or one of its own. */
static uint64_t global_key(const struct work *w, int side, uint32_t global, bool *alone) {
  uint32_t match = w->c[side]->global[global];
  uint32_t old = side == OLD ? global : match, new = side == OLD ? match : global;
  *alone = match == IR_NONE;
  if (match == IR_NONE || !same_form(&w->p[OLD]->globals[old], &w->p[NEW]->globals[new]))
    return (uint64_t)global << 2 | 2u | (unsigned)side;
  return (uint64_t)old << 2;
}

static sym_id global_address(struct work *w, int side, uint32_t global, enum variable_kind kind) {
  const struct ir_global *g = &w->p[side]->globals[global];
  char name[128];
  bool alone;
  snprintf(name, sizeof name, "&%s", ir_text(w->p[side], g->name));
  uint64_t key[3] = {global_key(w, side, global, &alone)};
  sym_id term = variable_get(w, kind, key, w->p[side]->pointer_bits, name);
  variable_is_base(w, term,
                   (struct base){.size = g->flags & IR_GLOBAL_EXTERN ? 0 : g->size,
                                 .readonly = g->flags & IR_GLOBAL_CONST,
                                 .alone = alone});
  return term;
}

sym_id variable_tls(struct work *w, int side, uint32_t global) { return global_address(w, side, global, VARIABLE_TLS); }

bool variable_function_alike(const struct work *w, uint32_t old, uint32_t new) {
  if (w->c[OLD]->function[old] != new) return false;
  const struct ir_program *p = w->p[OLD], *q = w->p[NEW];
  const struct ir_function *f = &p->functions[old], *g = &q->functions[new];
  if (f->flags != g->flags || f->nparams != g->nparams || f->nresults != g->nresults) return false;
  const char *name = ir_text(p, f->name), *other = ir_text(q, g->name);
  if ((static_knows_function(name) || static_knows_function(other)) && strcmp(name, other)) return false;
  for (uint32_t i = 0; i < f->nparams; i++)
    if (p->regs[f->first_reg + i].width != q->regs[g->first_reg + i].width) return false;
  return true;
}

static sym_id function_address(struct work *w, int side, uint32_t function) {
  uint32_t match = w->c[side]->function[function];
  uint32_t old = side == OLD ? function : match, new = side == OLD ? match : function;
  bool alike = match != IR_NONE && variable_function_alike(w, old, new);
  uint64_t key[3] = {alike ? (uint64_t)old << 2 : (uint64_t)function << 2 | 2u | (unsigned)side};
  return variable_get(w, VARIABLE_FUNCTION, key, w->p[side]->pointer_bits,
                      ir_text(w->p[side], w->p[side]->functions[function].name));
}

sym_id variable_constant(struct work *w, int side, const struct ir_const *c) {
  if (c->kind == IR_CONST_INT) return sym_const(w->sym, c->value, c->width);
  if (c->kind == IR_CONST_FUNC) return function_address(w, side, c->symbol);
  sym_id base = global_address(w, side, c->symbol, VARIABLE_GLOBAL);
  return sym_binary(w->sym, SYM_ADD, base, sym_const(w->sym, c->value, w->p[side]->pointer_bits));
}
