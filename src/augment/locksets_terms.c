/* Names of locks: how an address is computed, as a term that two versions share.

   A lock that can only be one place of a global is called by it. Others are called by the computation of their address,
   back to parameters, loads and whatever cannot be taken apart; two computations that look the same are taken for the
   same lock. Parameters are those of the function that a term is seen from: terms are renamed where a call is entered
   and left. */
#include "augment/locksets_inside.h"

#include <inttypes.h>

enum { DEEPEST = 8, MOST_PLACES = 32 };

uint32_t locks_canonical(uint32_t count, const uint32_t *match, int side, uint32_t number) {
  if (side == LOCKS_NEW) return number;
  return match[number] != IR_NONE ? match[number] : count + number;
}

static uint32_t canonical_ins(const struct locksets *l, int side, uint32_t ins) {
  return locks_canonical((uint32_t)l->side[LOCKS_NEW].p->nins, l->side[side].c->ins, side, ins);
}
static uint32_t canonical_function(const struct locksets *l, int side, uint32_t f) {
  return locks_canonical((uint32_t)l->side[LOCKS_NEW].p->nfunctions, l->side[side].c->function, side, f);
}
static uint32_t canonical_global(const struct locksets *l, int side, uint32_t g) {
  return locks_canonical((uint32_t)l->side[LOCKS_NEW].p->nglobals, l->side[side].c->global, side, g);
}
/* Registers are numbered within their function. */
static uint32_t canonical_register(const struct locksets *l, int side, uint32_t function, uint32_t reg) {
  uint32_t at = l->side[side].p->functions[function].first_reg + reg, match = l->side[side].c->reg[at];
  if (side == LOCKS_NEW) return reg;
  return match != IR_NONE ? match : (uint32_t)l->side[LOCKS_NEW].p->nregs + at;
}

/* ---- making terms ---- */

uint32_t terms_make(struct locksets *l, struct term t) {
  struct terms *terms = &l->terms;
  uint64_t key = hash_join(hash_join(hash_join(t.kind, t.a), t.b), (uint64_t)t.amount);
  uint32_t id;
  for (; map_get(&terms->ids, key, &id); key = hash_mix(key + 1)) {
    const struct term *known = &terms->all.data[id];
    if (known->kind == t.kind && known->a == t.a && known->b == t.b && known->amount == t.amount) return id;
  }
  map_put(&terms->ids, key, terms->all.count);
  vec_push(&terms->all, t);
  for (int side = LOCKS_OLD; side <= LOCKS_NEW; side++) vec_push(&terms->points[side], ((places){0}));
  return terms->all.count - 1;
}

static uint32_t number(struct locksets *l, int64_t amount) {
  return terms_make(l, (struct term){.kind = TERM_NUMBER, .amount = amount});
}

static uint32_t sum(struct locksets *l, uint32_t a, int64_t amount) {
  struct term t = l->terms.all.data[a];
  if (t.kind == TERM_SUM) return sum(l, t.a, t.amount + amount);
  if (t.kind == TERM_NUMBER) return number(l, t.amount + amount);
  return amount ? terms_make(l, (struct term){.kind = TERM_SUM, .a = a, .amount = amount}) : a;
}

static uint32_t indexed(struct locksets *l, uint32_t a, uint32_t b, int64_t amount) {
  struct term t = l->terms.all.data[b];
  if (t.kind == TERM_NUMBER) return sum(l, a, t.amount * amount);
  return terms_make(l, (struct term){.kind = TERM_INDEX, .a = a, .b = b, .amount = amount});
}

static uint32_t value_of(struct locksets *l, int side, uint32_t function, ir_value v, unsigned depth);

static uint32_t constant(struct locksets *l, int side, const struct ir_const *c) {
  uint32_t base;
  switch ((enum ir_const_kind)c->kind) {
  case IR_CONST_GLOBAL:
    base = terms_make(l, (struct term){.kind = TERM_GLOBAL, .a = canonical_global(l, side, c->symbol)});
    return sum(l, base, (int64_t)c->value);
  case IR_CONST_FUNC:
    return terms_make(l, (struct term){.kind = TERM_FUNCTION, .a = canonical_function(l, side, c->symbol)});
  default: return number(l, (int64_t)c->value);
  }
}

static uint32_t other(struct locksets *l, int side, uint32_t function, const struct ir_ins *ins, unsigned depth) {
  const char *shape = ir_ops[ins->op].shape + 2;
  uint32_t a = shape[0] == 'v' ? value_of(l, side, function, ins->a, depth) : 0,
           b = shape[1] == 'v' ? value_of(l, side, function, ins->b, depth) : 0;
  int64_t amount = ins->op | (int64_t)ins->width << 16;
  if (shape[2] == 'i') amount |= (int64_t)ins->c << 32;
  return terms_make(l, (struct term){.kind = TERM_OTHER, .a = a, .b = b, .amount = amount});
}

/* What one instruction computes. */
static uint32_t result_of(struct locksets *l, int side, uint32_t function, uint32_t at, unsigned depth) {
  const struct ir_ins *ins = &l->side[side].p->ins[at];
  if (depth < DEEPEST) switch ((enum ir_op)ins->op) {
    case IR_MOV: return value_of(l, side, function, ins->a, depth);
    case IR_ADD:
      return indexed(l, value_of(l, side, function, ins->a, depth), value_of(l, side, function, ins->b, depth), 1);
    case IR_LEA:
      return indexed(l, value_of(l, side, function, ins->a, depth), value_of(l, side, function, ins->b, depth), ins->c);
    case IR_LOAD:
      return terms_make(
          l, (struct term){.kind = TERM_LOAD, .a = value_of(l, side, function, ins->a, depth), .amount = ins->width});
    default:
      if (ir_ops[ins->op].class == IR_CLASS_PURE && ir_ops[ins->op].shape[4] != 'v')
        return other(l, side, function, ins, depth);
    }
  return terms_make(l, (struct term){.kind = TERM_VALUE, .a = canonical_ins(l, side, at)});
}

static uint32_t value_of(struct locksets *l, int side, uint32_t function, ir_value v, unsigned depth) {
  const struct side *x = &l->side[side];
  if (ir_is_const(v)) return constant(l, side, &x->p->consts[ir_const_index(v)]);
  uint32_t definition = x->definition[x->p->functions[function].first_reg + (uint32_t)v];
  if (definition == IR_NONE && (uint32_t)v < x->p->functions[function].nparams)
    return terms_make(l, (struct term){.kind = TERM_PARAM, .a = (uint32_t)v});
  if (definition == IR_NONE || definition == SEVERAL)
    return terms_make(l, (struct term){.kind = TERM_REGISTER,
                                       .a = canonical_function(l, side, function),
                                       .b = canonical_register(l, side, function, (uint32_t)v)});
  return result_of(l, side, function, definition, depth + 1);
}

uint32_t terms_of(struct locksets *l, int side, uint32_t function, ir_value v) {
  return value_of(l, side, function, v, 0);
}

/* ---- locks ---- */

static void remember(struct locksets *l, int side, uint32_t term, const struct static_location *all, uint32_t count) {
  places *known = &l->terms.points[side].data[term];
  for (uint32_t i = 0; i < count; i++) {
    bool again = false;
    for (uint32_t k = 0; k < known->count && !again; k++)
      again = known->data[k].object == all[i].object && known->data[k].offset == all[i].offset &&
              known->data[k].stride == all[i].stride;
    if (!again) vec_push(known, all[i]);
  }
}

uint32_t terms_lock(struct locksets *l, int side, uint32_t ins, ir_value address) {
  const struct side *x = &l->side[side];
  struct static_location found[MOST_PLACES];
  uint32_t count = static_points(x->s, ins, address, found, MOST_PLACES), term;
  if (count == 1 && found[0].kind == STATIC_GLOBAL && !found[0].stride) {
    uint32_t global = canonical_global(l, side, found[0].index);
    term = sum(l, terms_make(l, (struct term){.kind = TERM_GLOBAL, .a = global}), found[0].offset);
  } else {
    term = terms_of(l, side, x->function_of[ins], address);
  }
  if (count > MOST_PLACES) { /* too many to tell apart */
    found[0] = (struct static_location){.kind = STATIC_ANYTHING};
    count = 1;
  }
  for (uint32_t i = 0; i < count; i++) found[i].width = 1;
  remember(l, side, term, found, count);
  return term;
}

bool terms_may_meet(const struct locksets *l, int side, uint32_t a, uint32_t b) {
  const places *x = &l->terms.points[side].data[a], *y = &l->terms.points[side].data[b];
  if (l->terms.all.data[a].kind == TERM_ATOMIC || l->terms.all.data[b].kind == TERM_ATOMIC) return a == b;
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t k = 0; k < y->count; k++) {
      if (x->data[i].kind == STATIC_ANYTHING || y->data[k].kind == STATIC_ANYTHING) return true;
      if (static_locations_overlap(&x->data[i], &y->data[k])) return true;
    }
  return false;
}

/* ---- calls ---- */

/* A term with each leaf or part replaced; what it points to stays the same. */
typedef uint32_t replace(struct locksets *l, int side, uint32_t call, uint32_t term);

static uint32_t rebuild(struct locksets *l, int side, uint32_t call, uint32_t term, replace *with) {
  struct term t = l->terms.all.data[term];
  switch (t.kind) {
  case TERM_SUM: return sum(l, with(l, side, call, t.a), t.amount);
  case TERM_INDEX: {
    uint32_t a = with(l, side, call, t.a), b = with(l, side, call, t.b);
    return indexed(l, a, b, t.amount);
  }
  case TERM_LOAD: t.a = with(l, side, call, t.a); break;
  case TERM_OTHER:
    t.a = with(l, side, call, t.a);
    t.b = with(l, side, call, t.b);
    break;
  default: return term;
  }
  return terms_make(l, t);
}

static bool is_fixed(const struct locksets *l, uint32_t term) {
  struct term t = l->terms.all.data[term];
  if (t.kind == TERM_SUM || t.kind == TERM_LOAD) return is_fixed(l, t.a);
  if (t.kind == TERM_INDEX || t.kind == TERM_OTHER) return is_fixed(l, t.a) && is_fixed(l, t.b);
  return t.kind == TERM_NUMBER || t.kind == TERM_GLOBAL || t.kind == TERM_FUNCTION || t.kind == TERM_ATOMIC;
}

static uint32_t argument_count(const struct side *x, uint32_t call, uint32_t *first) {
  *first = (uint32_t)x->p->ins[call].b;
  return (uint32_t)x->p->ins[call].c;
}

static uint32_t down(struct locksets *l, int side, uint32_t call, uint32_t term) {
  const struct side *x = &l->side[side];
  uint32_t first, count = argument_count(x, call, &first), function = x->function_of[call];
  if (is_fixed(l, term)) return term;
  for (uint32_t k = 0; k < count; k++)
    if (terms_of(l, side, function, x->p->extra[first + k]) == term)
      return terms_make(l, (struct term){.kind = TERM_PARAM, .a = k});
  struct term t = l->terms.all.data[term];
  if (t.kind == TERM_PARAM)
    return terms_make(l, (struct term){.kind = TERM_OUTER, .a = canonical_function(l, side, function), .b = t.a});
  return rebuild(l, side, call, term, down);
}

static uint32_t up(struct locksets *l, int side, uint32_t call, uint32_t term) {
  const struct side *x = &l->side[side];
  uint32_t first, count = argument_count(x, call, &first), function = x->function_of[call];
  struct term t = l->terms.all.data[term];
  if (t.kind == TERM_PARAM && t.a < count) return terms_of(l, side, function, x->p->extra[first + t.a]);
  if (t.kind == TERM_OUTER && t.a == canonical_function(l, side, function))
    return terms_make(l, (struct term){.kind = TERM_PARAM, .a = t.b});
  return rebuild(l, side, call, term, up);
}

static uint32_t renamed(struct locksets *l, int side, uint32_t from, uint32_t to) {
  if (from == to) return to;
  places copy = {0}; /* the list of all may move */
  for (uint32_t i = 0; i < l->terms.points[side].data[from].count; i++)
    vec_push(&copy, l->terms.points[side].data[from].data[i]);
  remember(l, side, to, copy.data, copy.count);
  vec_free(&copy);
  return to;
}

uint32_t terms_down(struct locksets *l, int side, uint32_t call, uint32_t term) {
  return renamed(l, side, term, down(l, side, call, term));
}
uint32_t terms_up(struct locksets *l, int side, uint32_t call, uint32_t term) {
  return renamed(l, side, term, up(l, side, call, term));
}

/* ---- looking at it ---- */

void terms_print(const struct locksets *l, uint32_t term, FILE *out) {
  const struct side *new = &l->side[LOCKS_NEW], *old = &l->side[LOCKS_OLD];
  struct term t = l->terms.all.data[term];
  uint32_t n = (uint32_t)new->p->nglobals;
  switch (t.kind) {
  case TERM_NUMBER: fprintf(out, "%" PRId64, t.amount); break;
  case TERM_GLOBAL:
    fputs(t.a < n ? ir_text(new->p, new->p->globals[t.a].name) : ir_text(old->p, old->p->globals[t.a - n].name), out);
    break;
  case TERM_FUNCTION: fprintf(out, "function%u", t.a); break;
  case TERM_PARAM: fprintf(out, "param%u", t.a); break;
  case TERM_OUTER: fprintf(out, "outer%u", t.b); break;
  case TERM_VALUE: fprintf(out, "value"); break;
  case TERM_REGISTER: fprintf(out, "register"); break;
  case TERM_SUM:
    terms_print(l, t.a, out);
    fprintf(out, "+%" PRId64, t.amount);
    break;
  case TERM_INDEX:
    terms_print(l, t.a, out);
    fputc('[', out);
    terms_print(l, t.b, out);
    fputc(']', out);
    break;
  case TERM_LOAD:
    fputc('*', out);
    terms_print(l, t.a, out);
    break;
  case TERM_OTHER: fputs("computed", out); break;
  case TERM_ATOMIC: fputs("atomic", out); break;
  }
}

void terms_free(struct terms *terms) {
  for (int side = LOCKS_OLD; side <= LOCKS_NEW; side++) {
    for (uint32_t i = 0; i < terms->points[side].count; i++) vec_free(&terms->points[side].data[i]);
    vec_free(&terms->points[side]);
  }
  vec_free(&terms->all);
  map_free(&terms->ids);
}
