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
  if (other->count > b->count) bits_add(b, (other->count - 1) * 64 + 63), b->words[other->count - 1] &= ~((uint64_t)1 << 63);
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
  bits_free(&o->below);
  bits_free(&o->code);
}

/* Without any condition it was true, and stays so. */
void outcome_forget(struct outcome *o) {
  if (o->terms.count) o->ok = false;
  o->terms.count = 0;
}

void outcome_reset(struct outcome *o, bool ok) {
  o->ok = ok;
  o->terms.count = 0;
  if (o->below.count) memset(o->below.words, 0, o->below.count * sizeof *o->below.words);
  if (o->code.count) memset(o->code.words, 0, o->code.count * sizeof *o->code.words);
}

void outcome_copy(struct outcome *to, const struct outcome *from) {
  to->ok = from->ok;
  to->most = from->most;
  to->terms.count = 0;
  for (uint32_t i = 0; i < from->terms.count; i++) vec_push(&to->terms, from->terms.data[i]);
  bits_copy(&to->below, &from->below);
  bits_copy(&to->code, &from->code);
}

enum { MOST_TERMS = 400 }; /* of one conjunction, unless an option says otherwise; beyond that it counts as false */

static bool has(const struct outcome *o, sym_id term) {
  for (uint32_t i = 0; i < o->terms.count; i++)
    if (o->terms.data[i] == term) return true;
  return false;
}

/* A conjunction is kept as its parts. */
void outcome_require(struct outcome *o, struct sym *sym, sym_id term) {
  if (!o->ok || sym_is_true(sym, term)) return;
  if (sym_is_false(sym, term) || o->terms.count >= (o->most ? o->most : MOST_TERMS)) {
    o->ok = false;
    return;
  }
  if (sym_op_of(sym, term) == SYM_AND) {
    outcome_require(o, sym, sym_operand(sym, term, 0));
    outcome_require(o, sym, sym_operand(sym, term, 1));
    return;
  }
  if (!has(o, term)) vec_push(&o->terms, term);
}

void outcome_and(struct outcome *o, struct sym *sym, const struct outcome *other) {
  o->ok = o->ok && other->ok;
  for (uint32_t i = 0; o->ok && i < other->terms.count; i++) outcome_require(o, sym, other->terms.data[i]);
  bits_join(&o->below, &other->below);
  bits_join(&o->code, &other->code);
}

static sym_id all_of(struct sym *sym, const sym_id *terms, uint32_t count) {
  sym_id all = sym_const(sym, 1, 1);
  for (uint32_t i = 0; i < count; i++) all = sym_binary(sym, SYM_AND, all, terms[i]);
  return all;
}

/* What both sides demand stays apart from what only one of them does. */
void outcome_or(struct outcome *o, struct sym *sym, const struct outcome *other) {
  bits_join(&o->below, &other->below);
  bits_join(&o->code, &other->code);
  if (!other->ok) return;
  if (!o->ok) {
    o->ok = true;
    o->terms.count = 0;
    for (uint32_t i = 0; i < other->terms.count; i++) vec_push(&o->terms, other->terms.data[i]);
    return;
  }
  VEC(sym_id) mine = {0}, common = {0}, theirs = {0};
  for (uint32_t i = 0; i < o->terms.count; i++) {
    if (has(other, o->terms.data[i])) vec_push(&common, o->terms.data[i]);
    else vec_push(&mine, o->terms.data[i]);
  }
  for (uint32_t i = 0; i < other->terms.count; i++)
    if (!has(o, other->terms.data[i])) vec_push(&theirs, other->terms.data[i]);
  sym_id either = sym_binary(sym, SYM_OR, all_of(sym, mine.data, mine.count), all_of(sym, theirs.data, theirs.count));
  o->terms.count = 0;
  for (uint32_t i = 0; i < common.count; i++) vec_push(&o->terms, common.data[i]);
  outcome_require(o, sym, either);
  vec_free(&mine);
  vec_free(&common);
  vec_free(&theirs);
}
