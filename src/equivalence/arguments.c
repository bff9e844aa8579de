/* What every call of a function gives it: an argument that is the same number everywhere, or never 0. As long as a run
   has not come to a difference it is one of the old version, so what holds there may be assumed.

   Only functions count that are called by name and nowhere else. A parameter that is handed on is as good as it is
   where it comes from: all begin as "whatever", and what a call gives narrows that down until nothing changes. */
#include "equivalence/inside.h"
#include "util/mutate.h"

enum how_known { KNOWN_NOTHING_GIVEN, KNOWN_NUMBER, KNOWN_NOT_ZERO, KNOWN_ANYTHING };

struct known {
  uint8_t known; /* enum how_known; it only grows */
  uint64_t number;
};

struct arguments {
  const struct ir_program *p;
  struct known *known; /* by register of the program: those of parameters */
  uint8_t *written;    /* by register: some instruction writes it */
  uint8_t *alloca;     /* by register: and that is the address of a local variable */
};

static struct known join(struct known a, struct known b) {
  if (a.known == KNOWN_NOTHING_GIVEN) return b;
  if (b.known == KNOWN_NOTHING_GIVEN) return a;
  if (a.known == KNOWN_NUMBER && b.known == KNOWN_NUMBER && a.number == b.number) return a;
  bool zero = a.known == KNOWN_ANYTHING || b.known == KNOWN_ANYTHING || (a.known == KNOWN_NUMBER && !a.number) ||
              (b.known == KNOWN_NUMBER && !b.number);
  return (struct known){.known = zero ? KNOWN_ANYTHING : KNOWN_NOT_ZERO};
}

static struct known known_of(const struct arguments *x, const struct ir_function *f, ir_value v) {
  const struct known anything = {.known = KNOWN_ANYTHING}, not_zero = {.known = KNOWN_NOT_ZERO};
  if (ir_is_const(v)) {
    const struct ir_const *c = &x->p->consts[ir_const_index(v)];
    if (c->kind == IR_CONST_INT) return (struct known){KNOWN_NUMBER, c->value};
    if (c->kind == IR_CONST_FUNC) return x->p->functions[c->symbol].nins ? not_zero : anything;
    bool weak = x->p->globals[c->symbol].flags & IR_GLOBAL_EXTERN; /* one that nobody defines may be at 0 */
    return weak || c->value ? anything : not_zero;
  }
  uint32_t reg = f->first_reg + (uint32_t)v;
  if ((uint32_t)v < f->nparams && !x->written[reg]) return x->known[reg];
  return x->alloca[reg] ? not_zero : anything;
}

static void find_registers(struct arguments *x) {
  for (uint32_t f = 0; f < x->p->nfunctions; f++) {
    const struct ir_function *function = &x->p->functions[f];
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
      for (uint32_t k = 0; k < ir_result_count(&x->p->ins[i]); k++) {
        uint32_t reg = function->first_reg + x->p->ins[i].dst + k;
        x->alloca[reg] = x->p->ins[i].op == IR_ALLOCA && !x->written[reg];
        x->written[reg] = 1;
      }
  }
}

static void give_anything(struct arguments *x, uint32_t function) {
  const struct ir_function *f = &x->p->functions[function];
  for (uint32_t k = 0; k < f->nparams; k++) x->known[f->first_reg + k].known = KNOWN_ANYTHING;
}

/* Who is called otherwise than by name. */
static void find_others(struct arguments *x) {
  const struct ir_program *p = x->p;
  for (uint64_t i = 0; i < p->nconsts; i++)
    if (p->consts[i].kind == IR_CONST_FUNC) give_anything(x, p->consts[i].symbol);
  for (uint64_t i = 0; i < p->nrelocs; i++)
    if (p->relocs[i].kind == IR_CONST_FUNC) give_anything(x, p->relocs[i].symbol);
  for (uint64_t i = 0; i < p->nctors; i++) give_anything(x, p->ctors[i]);
  for (uint64_t i = 0; i < p->ndtors; i++) give_anything(x, p->dtors[i]);
  give_anything(x, p->entry);
  for (size_t i = 0; i < IR_OWN_CALLS; i++) {
    uint32_t f = ir_find_function(p, ir_own_calls[i]);
    if (f != IR_NONE && !MUTATED(EQUIVALENCE_EXIT)) give_anything(x, f);
  }
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (p->functions[f].flags & (IR_FN_LIBRARY | IR_FN_VARIADIC)) give_anything(x, f);
}

static bool give(struct arguments *x, const struct ir_function *caller, const struct ir_ins *call) {
  const struct ir_function *f = &x->p->functions[call->a];
  bool changed = false;
  for (uint32_t k = 0; k < f->nparams; k++) {
    struct known *to = &x->known[f->first_reg + k], before = *to;
    bool given = k < (uint32_t)call->c;
    *to = given ? join(before, known_of(x, caller, x->p->extra[call->b + (int32_t)k]))
                : (struct known){.known = KNOWN_ANYTHING};
    changed |= before.known != to->known;
  }
  return changed;
}

static bool look_at_calls(struct arguments *x) {
  bool changed = false;
  for (uint32_t f = 0; f < x->p->nfunctions; f++) {
    const struct ir_function *caller = &x->p->functions[f];
    for (uint32_t i = caller->first_ins; i < caller->first_ins + caller->nins; i++)
      if (x->p->ins[i].op == IR_CALL) changed |= give(x, caller, &x->p->ins[i]);
  }
  return changed;
}

struct arguments *arguments_open(const struct ir_program *p) {
  struct arguments *x = mem_zalloc(sizeof *x);
  x->p = p;
  x->known = mem_zalloc((p->nregs + 1) * sizeof *x->known);
  x->written = mem_zalloc(p->nregs + 1);
  x->alloca = mem_zalloc(p->nregs + 1);
  find_registers(x);
  find_others(x);
  while (look_at_calls(x));
  return x;
}

void arguments_close(struct arguments *x) {
  if (!x) return;
  free(x->known);
  free(x->written);
  free(x->alloca);
  free(x);
}

sym_id arguments_known(struct work *w, const struct arguments *x, uint32_t function, uint32_t reg, sym_id value) {
  const struct ir_function *f = &x->p->functions[function];
  unsigned width = sym_width(w->sym, value);
  if (reg >= f->nparams || x->written[f->first_reg + reg]) return 0;
  const struct known *known = &x->known[f->first_reg + reg];
  if (known->known == KNOWN_NUMBER) return sym_binary(w->sym, SYM_EQ, value, sym_const(w->sym, known->number, width));
  if (known->known != KNOWN_NOT_ZERO && !MUTATED(EQUIVALENCE_ARGUMENT)) return 0;
  return sym_not(w->sym, sym_binary(w->sym, SYM_EQ, value, sym_const(w->sym, 0, width)));
}
