/* Expressions of a file of summaries. First the reader goes past them and remembers where each is; then those that a
   summary needs are made here, parts before wholes. Places get variables when an expression speaks of them. */
#include "summary/store_reader.h"

/* As it is in the file. */
struct raw {
  enum sym_op op;
  unsigned width, low;
  uint64_t value;    /* of a constant */
  uint32_t first;    /* variable */
  uint32_t part[3];  /* numbers; of a read the first is its index */
  uint32_t elements; /* of a read: how many; the source stands before them */
};

static unsigned arity_of(enum sym_op op) {
  static const uint8_t arity[SYM_OP_COUNT] = {
#define SYM(name, text, arity, meaning) [SYM_##name] = arity,
#include "sym/ops.def"
#undef SYM
  };
  return arity[op];
}

static struct raw get_raw(struct source *s, uint32_t number) {
  struct raw t = {.op = (enum sym_op)source_get_below(s, SYM_OP_COUNT), .width = source_get_below(s, 65)};
  if (!t.width) s->bad = true;
  switch (t.op) {
  case SYM_CONST: t.value = source_get64(s); break;
  case SYM_BYTES: t.first = source_get32(s); break;
  case SYM_READ:
    t.part[0] = source_get_below(s, number);
    t.elements = source_get_count(s, 4);
    if (!t.part[0] || !t.elements) s->bad = true;
    break;
  default:
    t.low = source_get_below(s, 64);
    for (unsigned i = 0; i < 3; i++) {
      t.part[i] = source_get_below(s, number);
      if ((i < arity_of(t.op)) != (t.part[i] != 0)) s->bad = true;
    }
  }
  return t;
}

void store_survey_terms(struct store_reader *r) {
  struct source *s = &r->s;
  r->nterms = source_get_count(s, 12);
  r->term_at = mem_alloc((r->nterms + 1ull) * sizeof *r->term_at);
  r->needed = mem_zalloc(r->nterms + 1ull);
  for (uint32_t i = 1; i <= r->nterms && !s->bad; i++) {
    r->term_at[i] = s->at;
    s->at += get_raw(s, i).elements * 4ull;
  }
}

void store_need_term(struct store_reader *r, uint32_t number) {
  if (!number || number > r->nterms) r->s.bad = true;
  else r->needed[number] = 1;
}

/* Parts have smaller numbers. */
static void need_parts(struct store_reader *r) {
  struct source *s = &r->s;
  for (uint32_t i = r->nterms; i > 0 && !s->bad; i--) {
    if (!r->needed[i]) continue;
    s->at = r->term_at[i];
    struct raw t = get_raw(s, i);
    for (unsigned k = 0; k < 3; k++)
      if (t.part[k]) r->needed[t.part[k]] = 1;
    for (uint32_t k = 0; k < t.elements && !s->bad; k++) {
      uint32_t element = source_get_below(s, i);
      if (!element) s->bad = true;
      r->needed[element] = 1;
    }
  }
}

/* ---- making them ---- */

/* The variables of a place; at the end of the file's places the source is bad. */
static uint32_t block_of(struct store_reader *r, uint32_t number) {
  struct summary_engine *g = r->g;
  if (number >= r->nplaces) {
    r->s.bad = true;
    return 0;
  }
  if (r->block[number]) return r->block[number] - 1;
  struct source s = {.bytes = r->s.bytes, .size = r->s.size, .at = r->places_at + (uint64_t)number * STORE_PLACE};
  uint64_t place = source_get64(&s);
  bool input = source_get_below(&s, 2);
  if (input && (place % 8 || place + 8 > sym_variables(g->machine_sym) + 7ull)) s.bad = true;
  if (!input && !vm_location_is_possible(g->vm, place)) s.bad = true;
  if (s.bad) {
    r->s.bad = true;
    return 0;
  }
  uint32_t block = input ? places_input_block(&g->places, (uint32_t)place) : places_block(&g->places, place);
  r->block[number] = block + 1;
  return block;
}

/* Bytes side by side there need not be so here. */
static sym_id make_bytes(struct store_reader *r, const struct raw *t) {
  struct sym *sym = r->g->places.sym;
  uint32_t count = t->width / 8;
  sym_id all = 0;
  if (t->width % 8) r->s.bad = true;
  for (uint32_t i = 0; i < count && !r->s.bad;) {
    uint64_t at = (uint64_t)t->first + i;
    uint32_t first = (uint32_t)(at % 8), n = 8 - first < count - i ? 8 - first : count - i;
    uint32_t block = block_of(r, (uint32_t)(at / 8));
    if (r->s.bad) break;
    sym_id part = sym_bytes(sym, block * 8 + first, n);
    all = all ? sym_concat(sym, part, all) : part;
    i += n;
  }
  return all;
}

static sym_id make_read(struct store_reader *r, const struct raw *t, uint32_t number) {
  struct sym *sym = r->g->places.sym;
  sym_id *elements = mem_alloc((t->elements + 1ull) * sizeof *elements);
  for (uint32_t i = 0; i < t->elements && !r->s.bad; i++) {
    uint32_t element = source_get_below(&r->s, number);
    if (!element || sym_width(sym, r->terms[element]) != t->width) r->s.bad = true;
    else elements[i] = r->terms[element];
  }
  sym_id result = r->s.bad ? 0 : sym_read(sym, sym_table(sym, elements, t->elements), r->terms[t->part[0]]);
  free(elements);
  return result;
}

/* Do the widths fit, as the constructors demand? */
static bool fits(const struct raw *t, const unsigned w[3]) {
  if (sym_is_float(t->op)) return sym_float_fits(t->op, t->width, w);
  switch (t->op) {
  case SYM_NOT: return w[0] == t->width;
  case SYM_EXTRACT: return t->low + t->width <= w[0];
  case SYM_ZEXT:
  case SYM_SEXT: return w[0] <= t->width;
  case SYM_CONCAT: return w[0] + w[1] == t->width;
  case SYM_ITE: return w[0] == 1 && w[1] == t->width && w[2] == t->width;
  case SYM_EQ:
  case SYM_ULT:
  case SYM_ULE:
  case SYM_SLT:
  case SYM_SLE: return t->width == 1 && w[0] == w[1];
  default: return w[0] == t->width && w[1] == t->width;
  }
}

static sym_id make_operation(struct store_reader *r, const struct raw *t) {
  struct sym *sym = r->g->places.sym;
  unsigned w[3] = {0};
  sym_id part[3] = {0};
  for (unsigned i = 0; i < arity_of(t->op); i++) w[i] = sym_width(sym, part[i] = r->terms[t->part[i]]);
  if (!fits(t, w)) {
    r->s.bad = true;
    return 0;
  }
  if (sym_is_float(t->op)) return sym_float(sym, t->op, t->width, part[0], part[1], part[2]);
  switch (t->op) {
  case SYM_NOT: return sym_not(sym, part[0]);
  case SYM_EXTRACT: return sym_extract(sym, part[0], t->low, t->width);
  case SYM_ZEXT: return sym_zext(sym, part[0], t->width);
  case SYM_SEXT: return sym_sext(sym, part[0], t->width);
  case SYM_CONCAT: return sym_concat(sym, part[0], part[1]);
  case SYM_ITE: return sym_ite(sym, part[0], part[1], part[2]);
  default: return sym_binary(sym, t->op, part[0], part[1]);
  }
}

static sym_id make_term(struct store_reader *r, uint32_t number) {
  struct raw t;
  r->s.at = r->term_at[number];
  t = get_raw(&r->s, number);
  if (r->s.bad) return 0;
  if (t.op == SYM_BYTES) return make_bytes(r, &t);
  if (t.op == SYM_READ) return make_read(r, &t, number);
  if (t.op != SYM_CONST) return make_operation(r, &t);
  if (t.width < 64 && t.value >> t.width) r->s.bad = true;
  return r->s.bad ? 0 : sym_const(r->g->places.sym, t.value, t.width);
}

void store_make_terms(struct store_reader *r) {
  need_parts(r);
  r->terms = mem_zalloc((r->nterms + 1ull) * sizeof *r->terms);
  for (uint32_t i = 1; i <= r->nterms && !r->s.bad; i++)
    if (r->needed[i]) r->terms[i] = make_term(r, i);
}
