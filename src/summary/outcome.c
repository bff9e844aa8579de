/* Conjunctions of conditions, and sets of numbers. */
#include "summary/inside.h"

void bits_add(struct bits *b, uint32_t number) {
  uint32_t need = number / 64 + 1;
  if (b->count < need) {
    b->words = mem_resize(b->words, need * sizeof *b->words);
    memset(b->words + b->count, 0, (need - b->count) * sizeof *b->words);
    b->count = need;
  }
  b->words[number / 64] |= (uint64_t)1 << (number % 64);
}

void bits_join(struct bits *b, const struct bits *other) {
  if (other->count > b->count)
    bits_add(b, (other->count - 1) * 64 + 63), b->words[other->count - 1] &= ~((uint64_t)1 << 63);
  for (uint32_t i = 0; i < other->count; i++) b->words[i] |= other->words[i];
}

void bits_copy(struct bits *b, const struct bits *other) {
  if (b->count) memset(b->words, 0, b->count * sizeof *b->words);
  bits_join(b, other);
}

void bits_free(struct bits *b) {
  free(b->words);
  *b = (struct bits){0};
}

void outcome_free(struct outcome *o) {
  vec_free(&o->terms);
  bits_free(&o->code);
  bits_free(&o->reads);
}

/* Without any condition it was true, and stays so. */
void outcome_forget(struct outcome *o) {
  if (o->terms.count) o->ok = false;
  o->terms.count = 0;
}

void outcome_reset(struct outcome *o, bool ok) {
  o->ok = ok;
  o->terms.count = 0;
  o->below = FOOTPRINT_NONE;
  if (o->code.count) memset(o->code.words, 0, o->code.count * sizeof *o->code.words);
  if (o->reads.count) memset(o->reads.words, 0, o->reads.count * sizeof *o->reads.words);
}

void outcome_copy(struct outcome *to, const struct outcome *from) {
  to->ok = from->ok;
  to->most = from->most;
  to->terms.count = 0;
  for (uint32_t i = 0; i < from->terms.count; i++) vec_push(&to->terms, from->terms.data[i]);
  to->below = from->below;
  bits_copy(&to->code, &from->code);
  bits_copy(&to->reads, &from->reads);
}

enum { MOST_TERMS = 400 }; /* of one conjunction, unless an option says otherwise; beyond that it counts as false */

static void join_members(struct members *m, sym_id term) {
  while (m->stamps.count <= term) vec_push(&m->stamps, 0u);
  m->stamps.data[term] = m->stamp;
}

static void members_of(struct members *m, const struct outcome *o) {
  m->of = o;
  m->stamp++;
  for (uint32_t i = 0; i < o->terms.count; i++) join_members(m, o->terms.data[i]);
}

static bool is_member(const struct members *m, sym_id term) {
  return term < m->stamps.count && m->stamps.data[term] == m->stamp;
}

static void add_term(struct outcome *o, struct members *m, sym_id term) {
  VERIFY(sym_width(m->sym, term) == 1 && (!o->ok || m->of == o));
  if (!o->ok || sym_is_true(m->sym, term) || is_member(m, term)) return;
  if (sym_is_false(m->sym, term) || o->terms.count >= (o->most ? o->most : MOST_TERMS)) {
    o->ok = false;
    return;
  }
  if (sym_op_of(m->sym, term) == SYM_AND) { /* kept as its parts */
    add_term(o, m, sym_operand(m->sym, term, 0));
    add_term(o, m, sym_operand(m->sym, term, 1));
    return;
  }
  vec_push(&o->terms, term);
  join_members(m, term);
}

void outcome_require(struct outcome *o, struct members *m, sym_id term) {
  if (m->of != o) members_of(m, o);
  add_term(o, m, term);
}

void outcome_and(struct outcome *o, struct members *m, const struct outcome *other) {
  o->ok = o->ok && other->ok;
  members_of(m, o);
  for (uint32_t i = 0; o->ok && i < other->terms.count; i++) add_term(o, m, other->terms.data[i]);
  m->of = NULL;
  o->below = footprint_join(o->footprints, o->below, other->below);
  bits_join(&o->code, &other->code);
  bits_join(&o->reads, &other->reads);
}

sym_id outcome_all_of(struct sym *sym, const sym_id *terms, uint32_t count) {
  if (count < 2) return count ? terms[0] : sym_const(sym, 1, 1);
  sym_id first = outcome_all_of(sym, terms, count / 2);
  return sym_binary(sym, SYM_AND, first, outcome_all_of(sym, terms + count / 2, count - count / 2));
}

/* What both sides demand stays apart from what only one of them does. */
void outcome_or(struct outcome *o, struct members *m, const struct outcome *other) {
  o->below = footprint_join(o->footprints, o->below, other->below);
  bits_join(&o->code, &other->code);
  bits_join(&o->reads, &other->reads);
  m->of = NULL;
  if (!other->ok) return;
  if (!o->ok) {
    o->ok = true;
    o->terms.count = 0;
    for (uint32_t i = 0; i < other->terms.count; i++) vec_push(&o->terms, other->terms.data[i]);
    return;
  }
  VEC(sym_id) mine = {0}, common = {0}, theirs = {0};
  members_of(m, other);
  for (uint32_t i = 0; i < o->terms.count; i++) {
    if (is_member(m, o->terms.data[i])) vec_push(&common, o->terms.data[i]);
    else vec_push(&mine, o->terms.data[i]);
  }
  members_of(m, o);
  for (uint32_t i = 0; i < other->terms.count; i++)
    if (!is_member(m, other->terms.data[i])) vec_push(&theirs, other->terms.data[i]);
  sym_id either = sym_binary(m->sym, SYM_OR, outcome_all_of(m->sym, mine.data, mine.count),
                             outcome_all_of(m->sym, theirs.data, theirs.count));
  o->terms.count = 0;
  for (uint32_t i = 0; i < common.count; i++) vec_push(&o->terms, common.data[i]);
  members_of(m, o);
  add_term(o, m, either);
  m->of = NULL;
  vec_free(&mine);
  vec_free(&common);
  vec_free(&theirs);
}
