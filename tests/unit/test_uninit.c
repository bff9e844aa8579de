/* Bits that depend on unwritten memory: random terms are evaluated with different unwritten bytes; bits that are said
   to be settled must not change, nor the value of a term where it is said to be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "sym/node.h"

enum { INPUTS = 4, UNWRITTEN = 4, TERMS = 60, ROUNDS = 400 };

static uint64_t next_random(uint64_t *state) {
  *state += 0x9e3779b97f4a7c15u;
  return hash_mix(*state);
}

struct pool {
  struct sym *sym;
  sym_id terms[TERMS]; /* all of 16 bits */
  unsigned count;
  uint64_t random;
};

static sym_id pick(struct pool *p) { return p->terms[next_random(&p->random) % p->count]; }

static sym_id flag(struct pool *p) { return sym_binary(p->sym, SYM_ULT, pick(p), pick(p)); }

static sym_id table_read(struct pool *p) {
  sym_id elements[4];
  for (unsigned i = 0; i < 4; i++) elements[i] = pick(p);
  sym_id index = sym_binary(p->sym, SYM_AND, pick(p), sym_const(p->sym, 3, 16));
  return sym_read(p->sym, sym_table(p->sym, elements, 4), index);
}

static sym_id constant(struct pool *p) {
  uint64_t r = next_random(&p->random);
  return sym_const(p->sym, r & 1 ? r >> 8 : (uint64_t)1 << (r >> 8 & 15), 16);
}

static sym_id make(struct pool *p) {
  struct sym *s = p->sym;
  switch (next_random(&p->random) % 12) {
  case 0: return sym_ite(s, flag(p), pick(p), pick(p));
  case 1: return table_read(p);
  case 2: return sym_concat(s, sym_extract(s, pick(p), 3, 7), sym_extract(s, pick(p), 4, 9));
  case 3: return sym_sext(s, sym_extract(s, pick(p), 2, 5), 16);
  case 4: return sym_zext(s, flag(p), 16);
  case 5: return sym_not(s, pick(p));
  case 6: return sym_binary(s, SYM_AND, pick(p), constant(p));
  case 7: return sym_binary(s, SYM_OR, pick(p), constant(p));
  case 8: return sym_binary(s, SYM_MUL, pick(p), constant(p));
  case 9:
    return sym_binary(s, SYM_SHL + next_random(&p->random) % 3, pick(p),
                      sym_const(s, next_random(&p->random) % 17, 16));
  default: return sym_binary(s, SYM_ADD + next_random(&p->random) % (SYM_ASHR - SYM_ADD + 1), pick(p), pick(p));
  }
}

static void check_term(struct pool *p, sym_id term) {
  struct sym *s = p->sym;
  uint8_t model[INPUTS + UNWRITTEN];
  sym_id written = sym_is_written(s, term), settled = sym_settle(s, term);
  assert_false(sym_has_uninit(s, written));
  for (unsigned i = 0; i < sizeof model; i++) model[i] = (uint8_t)next_random(&p->random);
  uint64_t first = sym_eval(s, term, model, sizeof model), fine = sym_eval(s, written, model, sizeof model);
  assert_int_equal(sym_eval(s, settled, model, sizeof model), first);
  for (unsigned round = 0; round < 6; round++) {
    for (unsigned i = INPUTS; i < sizeof model; i++) model[i] = round == 0 ? 0 : (uint8_t)next_random(&p->random);
    uint64_t now = sym_eval(s, term, model, sizeof model);
    assert_int_equal((now ^ first) & ~s->loose[term], 0);
    if (fine) assert_int_equal(now, first);
    assert_int_equal(sym_eval(s, written, model, sizeof model), fine);
  }
}

static void random_terms(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    struct pool p = {.sym = sym_open(), .random = seed};
    uint32_t in = sym_input_at(p.sym, sym_input(p.sym, "in", INPUTS, SYM_INPUT))->first;
    uint32_t un = sym_input_at(p.sym, sym_input(p.sym, "un", UNWRITTEN, SYM_UNINIT))->first;
    for (unsigned i = 0; i < 2; i++) {
      p.terms[p.count++] = sym_bytes(p.sym, in + 2 * i, 2);
      p.terms[p.count++] = sym_bytes(p.sym, un + 2 * i, 2);
    }
    while (p.count < TERMS) {
      sym_id term = make(&p);
      p.terms[p.count++] = term;
      check_term(&p, term);
    }
    sym_close(p.sym);
  }
}

/* A bit-field put into and taken out of a word that nobody wrote. */
static void bit_field(void **state) {
  (void)state;
  struct sym *s = sym_open();
  uint32_t un = sym_input_at(s, sym_input(s, "un", 4, SYM_UNINIT))->first;
  sym_id word = sym_bytes(s, un, 4);
  assert_true(sym_has_uninit(s, word));
  assert_true(sym_is_false(s, sym_is_written(s, word)));
  sym_id cleared = sym_binary(s, SYM_AND, word, sym_const(s, ~0x3e0u, 32));
  sym_id packed = sym_binary(s, SYM_OR, cleared, sym_const(s, 21u << 5, 32));
  assert_true(sym_has_uninit(s, packed));
  sym_id field = sym_binary(s, SYM_AND, sym_binary(s, SYM_LSHR, packed, sym_const(s, 5, 32)), sym_const(s, 31, 32));
  uint64_t value = 0;
  assert_false(sym_has_uninit(s, field));
  assert_true(sym_is_const(s, sym_settle(s, field), &value));
  assert_int_equal(value, 21);
  sym_close(s);
}

/* Which element is read decides whether the value is written. */
static void element_of_table(void **state) {
  (void)state;
  struct sym *s = sym_open();
  uint32_t in = sym_input_at(s, sym_input(s, "in", 1, SYM_INPUT))->first;
  uint32_t un = sym_input_at(s, sym_input(s, "un", 1, SYM_UNINIT))->first;
  sym_id index = sym_binary(s, SYM_AND, sym_bytes(s, in, 1), sym_const(s, 1, 8));
  sym_id elements[2] = {sym_const(s, 7, 8), sym_bytes(s, un, 1)};
  sym_id written = sym_is_written(s, sym_read(s, sym_table(s, elements, 2), index));
  uint8_t even[2] = {4, 9}, odd[2] = {5, 9};
  assert_int_equal(sym_eval(s, written, even, 2), 1);
  assert_int_equal(sym_eval(s, written, odd, 2), 0);
  sym_close(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_terms), cmocka_unit_test(bit_field),
                                     cmocka_unit_test(element_of_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
