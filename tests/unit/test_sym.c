/* Unit tests of the expression layer: one test per group of rewriting rules (a rule is seen by the term it must
   give), and a random test that builds terms next to a naive computation of their values and compares them under
   many assignments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
/* after the headers it needs */
#include <cmocka.h>

#include "sym/map.h"
#include "sym/sym.h"

/* -- shorthands ---------------------------------------------------------------------------------------------------- */

struct fixture {
  struct sym *s;
  sym_id x, y, z; /* 32 bits each, of one input */
  sym_id b, c;    /* bytes of another */
  sym_id p, q, r; /* one bit each: comparisons that cannot be taken apart */
  uint32_t big;   /* first variable of x */
};

static struct fixture open_fixture(void) {
  struct fixture f = {.s = sym_open()};
  f.big = sym_input_at(f.s, sym_input(f.s, "big", 12, SYM_INPUT))->first;
  uint32_t small = sym_input_at(f.s, sym_input(f.s, "small", 2, SYM_INPUT))->first;
  f.x = sym_bytes(f.s, f.big, 4);
  f.y = sym_bytes(f.s, f.big + 4, 4);
  f.z = sym_bytes(f.s, f.big + 8, 4);
  f.b = sym_bytes(f.s, small, 1);
  f.c = sym_bytes(f.s, small + 1, 1);
  f.p = sym_binary(f.s, SYM_ULT, f.x, f.y);
  f.q = sym_binary(f.s, SYM_ULT, f.y, f.z);
  f.r = sym_binary(f.s, SYM_EQ, f.x, f.z);
  return f;
}

#define OP2(name, OP)                                                                                                  \
  static sym_id name(struct fixture *f, sym_id a, sym_id b) { return sym_binary(f->s, SYM_##OP, a, b); }
OP2(add, ADD)
OP2(sub, SUB)
OP2(mul, MUL)
OP2(udiv, UDIV)
OP2(sdiv, SDIV)
OP2(urem, UREM)
OP2(srem, SREM)
OP2(and_, AND)
OP2(or_, OR)
OP2(xor_, XOR)
OP2(shl, SHL)
OP2(lshr, LSHR)
OP2(ashr, ASHR)
OP2(eq, EQ)
OP2(ult, ULT)
OP2(ule, ULE)
OP2(slt, SLT)
OP2(sle, SLE)

static sym_id k32(struct fixture *f, uint64_t v) { return sym_const(f->s, v, 32); }
static sym_id k8(struct fixture *f, uint64_t v) { return sym_const(f->s, v, 8); }
static sym_id k1(struct fixture *f, uint64_t v) { return sym_const(f->s, v, 1); }
static sym_id not_(struct fixture *f, sym_id a) { return sym_not(f->s, a); }
static sym_id zext(struct fixture *f, sym_id a, unsigned w) { return sym_zext(f->s, a, w); }
static sym_id sext(struct fixture *f, sym_id a, unsigned w) { return sym_sext(f->s, a, w); }
static sym_id ext(struct fixture *f, sym_id a, unsigned low, unsigned w) { return sym_extract(f->s, a, low, w); }
static sym_id cat(struct fixture *f, sym_id h, sym_id l) { return sym_concat(f->s, h, l); }
static sym_id ite(struct fixture *f, sym_id c, sym_id a, sym_id b) { return sym_ite(f->s, c, a, b); }

#define same(a, b) assert_int_equal(a, b)
#define WITH_FIXTURE(name)                                                                                             \
  static void run_##name(struct fixture *f);                                                                           \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    struct fixture fixture = open_fixture();                                                                           \
    run_##name(&fixture);                                                                                              \
    sym_close(fixture.s);                                                                                              \
  }                                                                                                                    \
  static void run_##name(struct fixture *f)

/* -- the arena ----------------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_inputs) {
  assert_int_equal(sym_variables(f->s), 14);
  assert_int_equal(sym_input(f->s, "small", 2, SYM_INPUT), 1);
  uint32_t other = sym_input(f->s, "small", 3, SYM_INPUT), raw = sym_input(f->s, "small", 3, SYM_UNINIT);
  assert_int_not_equal(other, 1);
  assert_int_not_equal(other, raw);
  assert_int_equal(sym_input_of(f->s, 13), 1);
  assert_string_equal(sym_input_at(f->s, other)->name, "small");
  sym_id junk = sym_bytes(f->s, sym_input_at(f->s, raw)->first, 1);
  assert_true(sym_has_uninit(f->s, add(f, f->b, junk)));
  assert_false(sym_has_uninit(f->s, add(f, f->b, f->c)));
}

WITH_FIXTURE(test_equal_terms_have_one_id) {
  same(add(f, f->x, f->y), add(f, f->y, f->x));
  same(eq(f, k32(f, 3), f->x), eq(f, f->x, k32(f, 3)));
  same(sym_const(f->s, 0x1ff, 8), k8(f, 0xff));
  assert_int_not_equal(k8(f, 1), k32(f, 1));
  uint64_t before = sym_count(f->s);
  add(f, f->x, f->y);
  assert_int_equal(sym_count(f->s), before);
}

WITH_FIXTURE(test_looking_at_terms) {
  sym_id sum = add(f, f->x, f->y);
  uint64_t v = 0;
  assert_int_equal(sym_op_of(f->s, sum), SYM_ADD);
  assert_int_equal(sym_width(f->s, sum), 32);
  assert_int_equal(sym_operand(f->s, sum, 0), f->x);
  assert_int_equal(sym_operand(f->s, sum, 1), f->y);
  assert_int_equal(sym_operand(f->s, sum, 2), 0);
  assert_true(sym_is_const(f->s, k32(f, 7), &v));
  assert_int_equal(v, 7);
  assert_false(sym_is_const(f->s, sum, &v));
  assert_true(sym_is_true(f->s, k1(f, 1)) && sym_is_false(f->s, k1(f, 0)) && !sym_is_true(f->s, k8(f, 1)));
  assert_true(sym_memory(f->s) > 0);
}

WITH_FIXTURE(test_support) {
  uint32_t n;
  const uint32_t *v = sym_support(f->s, eq(f, f->b, ext(f, f->x, 8, 8)), &n);
  assert_int_equal(n, 2);
  assert_int_equal(v[0], f->big + 1);
  assert_int_equal(v[1], f->big + 12);
  sym_support(f->s, k8(f, 3), &n);
  assert_int_equal(n, 0);
  uint32_t first = sym_input_at(f->s, sym_input(f->s, "many", 500, SYM_INPUT))->first;
  sym_id sum = sym_bytes(f->s, first, 1);
  for (uint32_t i = 1; i < 500; i++) sum = xor_(f, sum, sym_bytes(f->s, first + i, 1));
  v = sym_support(f->s, sum, &n);
  assert_int_equal(n, 500);
  for (uint32_t i = 0; i < n; i++) assert_int_equal(v[i], first + i);
}

WITH_FIXTURE(test_bounds) {
  uint64_t min, max;
  sym_bounds(f->s, add(f, zext(f, f->b, 32), k32(f, 10)), &min, &max);
  assert_true(min == 10 && max == 265);
  assert_int_equal(sym_known_zeros(f->s, shl(f, zext(f, f->b, 32), k32(f, 4))), 0xfffff00f);
  sym_bounds(f->s, ite(f, f->p, k32(f, 5), k32(f, 9)), &min, &max);
  assert_true(min == 5 && max == 9);
  same(ult(f, add(f, zext(f, f->b, 32), k32(f, 10)), k32(f, 266)), k1(f, 1));
  same(ult(f, urem(f, f->x, k32(f, 10)), k32(f, 10)), k1(f, 1));
  same(and_(f, or_(f, f->x, k32(f, 0x55)), k32(f, 0x55)), k32(f, 0x55));
}

WITH_FIXTURE(test_deep_chain) {
  uint8_t model[14] = {3};
  sym_id a = f->x;
  uint64_t v = 3;
  for (unsigned i = 0; i < 100000; i++) {
    a = add(f, mul(f, a, k32(f, 3)), f->y);
    v = (uint32_t)(v * 3);
  }
  assert_int_equal(sym_eval(f->s, a, model, 14), v);
  sym_id one = ext(f, a, 3, 7); /* neither may these run down the whole chain */
  assert_int_equal(sym_eval(f->s, one, model, 14), v >> 3 & 0x7f);
  uint32_t n;
  sym_support(f->s, a, &n);
  assert_int_equal(n, 8);
  sym_id chain = k32(f, 0);
  for (unsigned i = 0; i < 100000; i++) chain = ite(f, eq(f, f->x, k32(f, i)), k32(f, i * 7), chain);
  assert_int_equal(sym_eval(f->s, eq(f, chain, k32(f, 21)), model, 14), 1);
  assert_int_equal(sym_eval(f->s, ext(f, chain, 0, 8), model, 14), 21);
}

/* -- structure ----------------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_extract) {
  same(ext(f, f->x, 0, 32), f->x);
  same(ext(f, k32(f, 0x1234), 4, 8), k8(f, 0x23));
  same(ext(f, ext(f, f->p ? xor_(f, mul(f, f->x, f->y), f->z) : 0, 4, 20), 3, 5),
       ext(f, xor_(f, mul(f, f->x, f->y), f->z), 7, 5));
  same(ext(f, f->x, 8, 16), sym_bytes(f->s, f->big + 1, 2));
  same(ext(f, f->x, 10, 3), ext(f, sym_bytes(f->s, f->big + 1, 1), 2, 3));
  sym_id pair = cat(f, f->c, f->x);
  same(ext(f, pair, 32, 8), f->c);
  same(ext(f, pair, 8, 8), sym_bytes(f->s, f->big + 1, 1));
  same(ext(f, pair, 24, 16), cat(f, f->c, sym_bytes(f->s, f->big + 3, 1)));
  same(ext(f, zext(f, f->b, 32), 0, 8), f->b);
  same(ext(f, zext(f, f->b, 32), 8, 8), k8(f, 0));
  same(ext(f, zext(f, f->b, 32), 4, 8), zext(f, ext(f, f->b, 4, 4), 8));
  same(ext(f, sext(f, f->b, 32), 0, 8), f->b);
  same(ext(f, sext(f, f->b, 32), 4, 8), sext(f, ext(f, f->b, 4, 4), 8));
  same(ext(f, sext(f, f->b, 32), 20, 8), sext(f, ext(f, f->b, 7, 1), 8));
  same(ext(f, and_(f, f->x, f->y), 0, 8), and_(f, ext(f, f->x, 0, 8), ext(f, f->y, 0, 8)));
  same(ext(f, not_(f, f->x), 8, 8), not_(f, ext(f, f->x, 8, 8)));
  same(ext(f, add(f, zext(f, f->b, 32), zext(f, f->c, 32)), 0, 8), add(f, f->b, f->c));
  same(ext(f, mul(f, sext(f, f->b, 32), k32(f, 300)), 0, 16), mul(f, sext(f, f->b, 16), sym_const(f->s, 300, 16)));
  same(ext(f, ite(f, f->p, k32(f, 0x305), k32(f, 0x104)), 8, 8), ite(f, f->p, k8(f, 3), k8(f, 1)));
  same(ext(f, or_(f, f->x, k32(f, 0xf0)), 4, 4), sym_const(f->s, 15, 4));
}

WITH_FIXTURE(test_concat) {
  same(cat(f, k8(f, 0x12), k8(f, 0x34)), sym_const(f->s, 0x1234, 16));
  same(cat(f, k8(f, 0), f->b), zext(f, f->b, 16));
  same(cat(f, ext(f, f->x, 8, 8), ext(f, f->x, 0, 8)), sym_bytes(f->s, f->big, 2));
  same(cat(f, f->y, f->x), sym_bytes(f->s, f->big, 8));
  assert_int_equal(sym_op_of(f->s, cat(f, f->x, f->y)), SYM_CONCAT);
  assert_int_equal(sym_op_of(f->s, cat(f, f->b, f->z)), SYM_CONCAT); /* not across inputs */
  same(cat(f, ext(f, f->x, 10, 3), ext(f, f->x, 6, 4)), ext(f, f->x, 6, 7));
  sym_id t = xor_(f, mul(f, f->x, f->y), f->z);
  same(cat(f, ext(f, t, 8, 24), ext(f, t, 0, 8)), t);
  same(cat(f, cat(f, f->b, f->c), k8(f, 1)), cat(f, f->b, cat(f, f->c, k8(f, 1))));
  same(cat(f, ext(f, f->x, 16, 16), cat(f, ext(f, f->x, 0, 16), f->b)), cat(f, f->x, f->b));
  same(cat(f, zext(f, f->b, 16), f->c), zext(f, cat(f, f->b, f->c), 24));
  same(cat(f, k8(f, 1), zext(f, f->b, 16)), cat(f, sym_const(f->s, 0x100, 16), f->b));
}

/* A word stored and loaded again byte by byte is the same word. */
WITH_FIXTURE(test_reassembly) {
  sym_id words[] = {f->x,
                    mul(f, f->x, f->y),
                    add(f, f->x, k32(f, 5)),
                    xor_(f, mul(f, f->x, f->y), f->z),
                    and_(f, f->x, f->y),
                    or_(f, f->x, k32(f, 0x55555555)),
                    not_(f, f->x),
                    ite(f, f->p, k32(f, 0x12345678), f->x),
                    zext(f, f->b, 32),
                    zext(f, f->p, 32)};
  for (unsigned w = 0; w < sizeof words / sizeof *words; w++) {
    sym_id bytes = ext(f, words[w], 24, 8);
    for (int i = 2; i >= 0; i--) bytes = cat(f, bytes, ext(f, words[w], 8 * (unsigned)i, 8));
    same(bytes, words[w]);
  }
}

WITH_FIXTURE(test_extensions) {
  same(zext(f, f->b, 8), f->b);
  same(zext(f, zext(f, f->b, 16), 32), zext(f, f->b, 32));
  same(sext(f, sext(f, f->b, 16), 32), sext(f, f->b, 32));
  same(sext(f, zext(f, f->b, 16), 32), zext(f, f->b, 32));
  same(sext(f, k8(f, 0x80), 32), k32(f, 0xffffff80));
  same(sext(f, or_(f, f->b, k8(f, 0x80)), 16), cat(f, k8(f, 0xff), or_(f, f->b, k8(f, 0x80))));
}

/* -- bits ---------------------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_bitwise) {
  same(and_(f, f->x, k32(f, 0)), k32(f, 0));
  same(or_(f, f->x, k32(f, 0)), f->x);
  same(xor_(f, f->x, k32(f, 0)), f->x);
  same(and_(f, f->x, k32(f, ~0ull)), f->x);
  same(or_(f, f->x, k32(f, ~0ull)), k32(f, ~0ull));
  same(xor_(f, f->x, k32(f, ~0ull)), not_(f, f->x));
  same(and_(f, f->x, f->x), f->x);
  same(xor_(f, f->x, f->x), k32(f, 0));
  same(and_(f, f->x, not_(f, f->x)), k32(f, 0));
  same(or_(f, f->x, not_(f, f->x)), k32(f, ~0ull));
  same(xor_(f, xor_(f, f->x, k32(f, 5)), k32(f, 6)), xor_(f, f->x, k32(f, 3)));
  same(xor_(f, xor_(f, f->x, k32(f, 5)), f->y), xor_(f, xor_(f, f->x, f->y), k32(f, 5)));
  same(xor_(f, xor_(f, f->x, f->y), f->x), f->y);
  same(xor_(f, not_(f, f->x), f->y), not_(f, xor_(f, f->x, f->y)));
  same(xor_(f, f->p, f->q), not_(f, eq(f, f->p, f->q)));
  same(or_(f, or_(f, f->x, k32(f, 0x11)), k32(f, 0x101)), or_(f, f->x, k32(f, 0x111)));
  same(not_(f, not_(f, f->x)), f->x);
  same(and_(f, not_(f, f->x), not_(f, f->y)), not_(f, or_(f, f->x, f->y)));
  same(or_(f, not_(f, f->x), not_(f, f->y)), not_(f, and_(f, f->x, f->y)));
  same(not_(f, cat(f, f->b, f->c)), cat(f, not_(f, f->b), not_(f, f->c)));
  same(not_(f, sext(f, f->b, 32)), sext(f, not_(f, f->b), 32));
  same(not_(f, ite(f, f->p, k8(f, 7), k8(f, 9))), ite(f, f->p, k8(f, ~7ull), k8(f, ~9ull)));
}

WITH_FIXTURE(test_boolean_absorption) {
  same(and_(f, f->p, and_(f, f->p, f->q)), and_(f, f->p, f->q));
  same(and_(f, f->p, or_(f, f->p, f->q)), f->p);
  same(or_(f, f->p, and_(f, f->p, f->q)), f->p);
  same(and_(f, f->p, and_(f, not_(f, f->p), f->q)), k1(f, 0));
  same(or_(f, f->p, or_(f, not_(f, f->p), f->q)), k1(f, 1));
  same(and_(f, f->p, or_(f, not_(f, f->p), f->q)), and_(f, f->p, f->q));
  same(and_(f, f->p, not_(f, f->p)), k1(f, 0));
  same(or_(f, f->r, not_(f, f->r)), k1(f, 1));
  same(and_(f, and_(f, f->p, f->q), and_(f, f->p, f->r)), and_(f, and_(f, f->p, f->q), f->r));
}

WITH_FIXTURE(test_masks_and_fields) {
  same(and_(f, f->x, k32(f, 0xff)), zext(f, ext(f, f->x, 0, 8), 32));
  same(and_(f, f->x, k32(f, 0xff00)), zext(f, cat(f, ext(f, f->x, 8, 8), k8(f, 0)), 32));
  sym_id one = and_(f, or_(f, and_(f, f->b, k8(f, 0xf8)), k8(f, 1)), k8(f, 7));
  same(one, k8(f, 1));
  /* a field of three bits at bit 2 is written, its neighbours stay, and it can be read back */
  sym_id field = and_(f, f->c, k8(f, 7));
  sym_id word = or_(f, and_(f, f->b, k8(f, 0xe3)), shl(f, field, k8(f, 2)));
  same(and_(f, lshr(f, word, k8(f, 2)), k8(f, 7)), field);
  same(ext(f, word, 5, 3), ext(f, f->b, 5, 3));
  same(ext(f, word, 0, 2), ext(f, f->b, 0, 2));
  same(and_(f, f->x, zext(f, f->b, 32)), zext(f, and_(f, ext(f, f->x, 0, 8), f->b), 32));
  same(or_(f, zext(f, f->b, 16), shl(f, zext(f, f->c, 16), sym_const(f->s, 8, 16))), sym_bytes(f->s, 12, 2));
  same(add(f, zext(f, f->b, 16), shl(f, zext(f, f->c, 16), sym_const(f->s, 8, 16))), sym_bytes(f->s, 12, 2));
  same(xor_(f, cat(f, f->b, f->c), sym_const(f->s, 0xff00, 16)), cat(f, not_(f, f->b), f->c));
  same(and_(f, zext(f, f->b, 32), k32(f, 0xfff)), zext(f, f->b, 32));
  sym_id headed = cat(f, k8(f, 0xff), f->b);
  same(or_(f, headed, sym_const(f->s, 0xff00, 16)), headed);
}

WITH_FIXTURE(test_shifts) {
  same(shl(f, f->x, k32(f, 0)), f->x);
  same(shl(f, f->x, k32(f, 32)), k32(f, 0));
  same(shl(f, f->x, k32(f, 8)), cat(f, ext(f, f->x, 0, 24), k8(f, 0)));
  same(lshr(f, f->x, k32(f, 8)), zext(f, ext(f, f->x, 8, 24), 32));
  same(ashr(f, f->x, k32(f, 8)), sext(f, ext(f, f->x, 8, 24), 32));
  same(ashr(f, f->x, k32(f, 99)), sext(f, ext(f, f->x, 31, 1), 32));
  same(ashr(f, zext(f, f->b, 32), f->x), lshr(f, zext(f, f->b, 32), f->x));
  same(shl(f, k32(f, 0), f->x), k32(f, 0));
  same(lshr(f, f->x, or_(f, f->y, k32(f, 32))), k32(f, 0));
}

/* -- arithmetic ---------------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_sums) {
  same(add(f, f->x, k32(f, 0)), f->x);
  same(sub(f, f->x, f->x), k32(f, 0));
  same(sub(f, f->x, k32(f, 5)), add(f, f->x, k32(f, -5ull)));
  same(add(f, add(f, f->x, k32(f, 5)), k32(f, 6)), add(f, f->x, k32(f, 11)));
  same(add(f, add(f, f->x, k32(f, 5)), f->y), add(f, add(f, f->y, f->x), k32(f, 5)));
  same(add(f, add(f, f->x, k32(f, 5)), k32(f, -5ull)), f->x);
  same(add(f, sub(f, f->x, f->y), f->y), f->x);
  same(sub(f, add(f, f->x, f->y), f->x), f->y);
  same(sub(f, f->x, sub(f, f->x, f->y)), f->y);
  same(sub(f, f->x, add(f, f->x, f->y)), sub(f, k32(f, 0), f->y));
  same(add(f, f->x, f->x), shl(f, f->x, k32(f, 1)));
  same(add(f, f->x, not_(f, f->x)), k32(f, ~0ull));
  same(sub(f, k32(f, 9), add(f, f->x, k32(f, 4))), sub(f, k32(f, 5), f->x));
  same(sub(f, k32(f, 9), sub(f, k32(f, 4), f->x)), add(f, f->x, k32(f, 5)));
  same(sub(f, k32(f, 9), not_(f, f->x)), add(f, f->x, k32(f, 10)));
  same(add(f, sub(f, k32(f, 9), f->x), k32(f, 1)), sub(f, k32(f, 10), f->x));
  same(add(f, sub(f, k32(f, 0), f->x), f->y), sub(f, f->y, f->x));
  same(sub(f, add(f, f->x, k32(f, 3)), f->y), add(f, sub(f, f->x, f->y), k32(f, 3)));
  same(sub(f, f->x, add(f, f->y, k32(f, 3))), add(f, sub(f, f->x, f->y), k32(f, -3ull)));
  same(sub(f, sub(f, k32(f, 3), f->x), f->y), sub(f, k32(f, 3), add(f, f->x, f->y)));
  same(sub(f, f->x, sub(f, k32(f, 3), f->y)), add(f, add(f, f->x, f->y), k32(f, -3ull)));
  same(add(f, f->p, f->q), xor_(f, f->p, f->q));
}

WITH_FIXTURE(test_products) {
  same(mul(f, f->x, k32(f, 0)), k32(f, 0));
  same(mul(f, f->x, k32(f, 1)), f->x);
  same(mul(f, f->x, k32(f, ~0ull)), sub(f, k32(f, 0), f->x));
  same(mul(f, f->x, k32(f, 8)), shl(f, f->x, k32(f, 3)));
  same(mul(f, mul(f, f->x, k32(f, 3)), k32(f, 5)), mul(f, f->x, k32(f, 15)));
  same(mul(f, add(f, f->x, k32(f, 2)), k32(f, 5)), add(f, mul(f, f->x, k32(f, 5)), k32(f, 10)));
  same(mul(f, f->p, f->q), and_(f, f->p, f->q));
  same(sym_binary(f->s, SYM_UMULH, f->x, k32(f, 16)), lshr(f, f->x, k32(f, 28)));
  same(sym_binary(f->s, SYM_UMULH, f->x, k32(f, 1)), k32(f, 0));
  same(sym_binary(f->s, SYM_SMULH, f->x, k32(f, 0)), k32(f, 0));
  sym_id small = zext(f, f->b, 32), half = zext(f, ext(f, f->x, 0, 31), 32);
  same(sym_binary(f->s, SYM_SMULH, small, half), sym_binary(f->s, SYM_UMULH, small, half));
}

WITH_FIXTURE(test_divisions) {
  same(udiv(f, f->x, k32(f, 1)), f->x);
  same(udiv(f, f->x, k32(f, 0)), k32(f, ~0ull));
  same(urem(f, f->x, k32(f, 0)), f->x);
  same(urem(f, f->x, k32(f, 1)), k32(f, 0));
  same(sdiv(f, f->x, k32(f, ~0ull)), sub(f, k32(f, 0), f->x));
  same(srem(f, f->x, k32(f, ~0ull)), k32(f, 0));
  same(sdiv(f, f->x, k32(f, 0)), ite(f, ext(f, f->x, 31, 1), k32(f, 1), k32(f, ~0ull)));
  same(udiv(f, f->x, k32(f, 16)), lshr(f, f->x, k32(f, 4)));
  same(urem(f, f->x, k32(f, 16)), and_(f, f->x, k32(f, 15)));
  same(sdiv(f, zext(f, f->b, 32), k32(f, 10)), zext(f, udiv(f, f->b, k8(f, 10)), 32));
  same(srem(f, zext(f, f->b, 32), k32(f, 10)), zext(f, urem(f, f->b, k8(f, 10)), 32));
  same(urem(f, zext(f, f->b, 32), k32(f, 1000)), zext(f, f->b, 32));
  same(udiv(f, zext(f, f->b, 32), k32(f, 1000)), k32(f, 0));
}

/* -- comparisons --------------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_equality) {
  same(eq(f, f->x, f->x), k1(f, 1));
  same(eq(f, f->x, not_(f, f->x)), k1(f, 0));
  same(eq(f, f->p, k1(f, 1)), f->p);
  same(eq(f, f->p, k1(f, 0)), not_(f, f->p));
  same(eq(f, not_(f, f->r), f->p), not_(f, eq(f, f->r, f->p)));
  same(eq(f, add(f, f->x, k32(f, 5)), k32(f, 3)), eq(f, f->x, k32(f, -2ull)));
  same(eq(f, sub(f, k32(f, 5), f->x), k32(f, 3)), eq(f, f->x, k32(f, 2)));
  same(eq(f, xor_(f, f->x, k32(f, 5)), k32(f, 3)), eq(f, f->x, k32(f, 6)));
  same(eq(f, not_(f, f->x), k32(f, 3)), eq(f, f->x, k32(f, ~3ull)));
  same(eq(f, not_(f, f->x), not_(f, f->y)), eq(f, f->x, f->y));
  same(eq(f, sub(f, f->x, f->y), k32(f, 0)), eq(f, f->x, f->y));
  same(eq(f, xor_(f, f->x, f->y), k32(f, 0)), eq(f, f->x, f->y));
  same(eq(f, mul(f, f->x, k32(f, 3)), k32(f, 21)), eq(f, f->x, k32(f, 7)));
  same(eq(f, zext(f, f->b, 32), k32(f, 21)), eq(f, f->b, k8(f, 21)));
  same(eq(f, zext(f, f->b, 32), k32(f, 256)), k1(f, 0));
  same(eq(f, sext(f, f->b, 32), k32(f, -3ull)), eq(f, f->b, k8(f, -3ull)));
  same(eq(f, sext(f, f->b, 32), k32(f, 200)), k1(f, 0));
  same(eq(f, zext(f, f->p, 32), k32(f, 0)), not_(f, f->p));
  same(eq(f, zext(f, f->p, 32), k32(f, 1)), f->p);
  same(eq(f, zext(f, f->b, 32), zext(f, f->c, 32)), eq(f, f->b, f->c));
  same(eq(f, sext(f, f->b, 32), sext(f, f->c, 32)), eq(f, f->b, f->c));
  same(eq(f, cat(f, f->b, f->c), sym_const(f->s, 0x1203, 16)),
       and_(f, eq(f, f->b, k8(f, 0x12)), eq(f, f->c, k8(f, 3))));
  same(eq(f, cat(f, f->b, f->x), cat(f, f->b, f->y)), eq(f, f->x, f->y));
  same(eq(f, cat(f, f->b, f->x), cat(f, f->c, f->x)), eq(f, f->b, f->c));
  same(eq(f, ite(f, f->p, k32(f, 5), k32(f, 7)), k32(f, 5)), f->p);
  same(eq(f, ite(f, f->p, k32(f, 5), k32(f, 7)), k32(f, 7)), not_(f, f->p));
  same(eq(f, ite(f, f->p, k32(f, 5), k32(f, 7)), k32(f, 6)), k1(f, 0));
  same(eq(f, ite(f, f->p, k32(f, 5), f->x), k32(f, 6)), and_(f, not_(f, f->p), eq(f, f->x, k32(f, 6))));
  same(eq(f, add(f, f->x, f->y), add(f, f->y, f->z)), eq(f, f->x, f->z));
  same(eq(f, add(f, f->x, f->y), f->x), eq(f, f->y, k32(f, 0)));
  same(eq(f, add(f, f->x, k32(f, 4)), add(f, f->y, k32(f, 4))), eq(f, f->x, f->y));
}

WITH_FIXTURE(test_orders) {
  same(ult(f, f->x, f->x), k1(f, 0));
  same(sle(f, f->x, f->x), k1(f, 1));
  same(ult(f, f->x, k32(f, 0)), k1(f, 0));
  same(ule(f, f->x, k32(f, ~0ull)), k1(f, 1));
  same(ult(f, f->x, k32(f, 1)), eq(f, f->x, k32(f, 0)));
  same(ult(f, k32(f, 0), f->x), not_(f, eq(f, f->x, k32(f, 0))));
  same(ult(f, k32(f, 0xfffffffe), f->x), eq(f, f->x, k32(f, ~0ull)));
  same(ult(f, f->x, k32(f, ~0ull)), not_(f, eq(f, f->x, k32(f, ~0ull))));
  same(ule(f, f->x, k32(f, 7)), ult(f, f->x, k32(f, 8)));
  same(ule(f, k32(f, 7), f->x), ult(f, k32(f, 6), f->x));
  same(sle(f, f->x, k32(f, 7)), slt(f, f->x, k32(f, 8)));
  same(not_(f, ult(f, f->x, f->y)), ule(f, f->y, f->x));
  same(not_(f, sle(f, f->x, f->y)), slt(f, f->y, f->x));
  same(not_(f, not_(f, ult(f, f->x, k32(f, 9)))), ult(f, f->x, k32(f, 9)));
  same(slt(f, f->x, k32(f, 0x80000000)), k1(f, 0));
  same(slt(f, f->x, k32(f, 0x80000001)), eq(f, f->x, k32(f, 0x80000000)));
  same(slt(f, f->x, k32(f, 0)), ext(f, f->x, 31, 1));
  same(sle(f, k32(f, 0), f->x), not_(f, ext(f, f->x, 31, 1)));
  same(slt(f, zext(f, f->b, 32), zext(f, f->c, 32)), ult(f, f->b, f->c));
  same(ult(f, zext(f, f->b, 32), k32(f, 21)), ult(f, f->b, k8(f, 21)));
  same(ult(f, zext(f, f->b, 32), k32(f, 300)), k1(f, 1));
  same(slt(f, sext(f, f->b, 32), sext(f, f->c, 32)), slt(f, f->b, f->c));
  same(slt(f, sext(f, f->b, 32), k32(f, -5ull)), slt(f, f->b, k8(f, -5ull)));
  same(slt(f, sext(f, f->b, 32), k32(f, 300)), k1(f, 1));
  same(ult(f, sext(f, f->b, 32), sext(f, f->c, 32)), ult(f, f->b, f->c));
  same(ult(f, zext(f, f->b, 32), zext(f, cat(f, f->c, f->c), 32)), ult(f, zext(f, f->b, 16), cat(f, f->c, f->c)));
  same(ult(f, f->p, f->q), and_(f, not_(f, f->p), f->q));
  same(sle(f, f->p, f->q), or_(f, f->p, not_(f, f->q)));
  same(ult(f, shl(f, zext(f, f->b, 32), k32(f, 2)), k32(f, 41)), ult(f, f->b, k8(f, 11)));
  same(ult(f, cat(f, f->b, k8(f, 3)), cat(f, f->c, k8(f, 5))), ule(f, f->b, f->c));
  same(slt(f, cat(f, f->b, f->c), cat(f, f->b, k8(f, 9))), ult(f, f->c, k8(f, 9)));
  same(ult(f, not_(f, f->x), not_(f, f->y)), ult(f, f->y, f->x));
}

/* -- choices and reads --------------------------------------------------------------------------------------------- */

WITH_FIXTURE(test_ite) {
  same(ite(f, k1(f, 1), f->x, f->y), f->x);
  same(ite(f, f->p, f->x, f->x), f->x);
  same(ite(f, not_(f, f->r), f->x, f->y), ite(f, f->r, f->y, f->x));
  same(ite(f, f->p, k1(f, 1), f->q), or_(f, f->p, f->q));
  same(ite(f, f->p, k1(f, 0), f->q), and_(f, not_(f, f->p), f->q));
  same(ite(f, f->p, f->q, k1(f, 1)), or_(f, not_(f, f->p), f->q));
  same(ite(f, f->p, f->q, k1(f, 0)), and_(f, f->p, f->q));
  same(ite(f, f->p, f->p, f->q), or_(f, f->p, f->q));
  same(ite(f, f->p, k32(f, 1), k32(f, 0)), zext(f, f->p, 32));
  same(ite(f, f->p, k32(f, 0), k32(f, 1)), zext(f, not_(f, f->p), 32));
  same(ite(f, f->p, k32(f, ~0ull), k32(f, 0)), sext(f, f->p, 32));
  same(ite(f, f->p, ite(f, f->p, f->x, f->y), f->z), ite(f, f->p, f->x, f->z));
  same(ite(f, f->p, f->x, ite(f, f->p, f->y, f->z)), ite(f, f->p, f->x, f->z));
  same(ite(f, f->p, ite(f, f->q, f->x, f->y), f->y), ite(f, and_(f, f->p, f->q), f->x, f->y));
  same(ite(f, f->p, f->x, ite(f, f->q, f->x, f->y)), ite(f, or_(f, f->p, f->q), f->x, f->y));
  same(ite(f, f->p, ite(f, f->q, f->x, f->y), f->x), ite(f, and_(f, f->p, not_(f, f->q)), f->y, f->x));
  same(ite(f, f->p, f->x, ite(f, f->q, f->y, f->x)), ite(f, and_(f, not_(f, f->p), f->q), f->y, f->x));
  same(ite(f, f->p, f->q, f->p), and_(f, f->p, f->q));
  same(ite(f, eq(f, f->x, f->y), f->x, f->y), f->y);
  same(ite(f, eq(f, f->x, f->y), f->y, f->x), f->x);
  same(ite(f, f->p, zext(f, f->b, 32), zext(f, f->c, 32)), zext(f, ite(f, f->p, f->b, f->c), 32));
  same(ite(f, f->p, zext(f, f->b, 32), k32(f, 9)), zext(f, ite(f, f->p, f->b, k8(f, 9)), 32));
  same(add(f, ite(f, f->p, k32(f, 5), k32(f, 9)), k32(f, 2)), ite(f, f->p, k32(f, 7), k32(f, 11)));
  same(ult(f, k32(f, 6), ite(f, f->p, k32(f, 5), k32(f, 9))), not_(f, f->p));
}

WITH_FIXTURE(test_read) {
  sym_id elements[4] = {k8(f, 1), f->b, k8(f, 3), k8(f, 3)};
  uint32_t t = sym_table(f->s, elements, 4), n;
  assert_int_equal(sym_table(f->s, elements, 4), t);
  assert_int_not_equal(sym_table(f->s, elements, 3), t);
  assert_int_equal(sym_table_elements(f->s, t, &n)[1], f->b);
  assert_int_equal(n, 4);
  same(sym_read(f->s, t, k32(f, 1)), f->b);
  same(sym_read(f->s, t, k32(f, 99)), k8(f, 3));
  same(sym_read(f->s, t, or_(f, f->x, k32(f, 2))), k8(f, 3));
  same(sym_read(f->s, t, zext(f, f->c, 32)), sym_read(f->s, t, f->c));
  sym_id equal[3] = {f->b, f->b, f->b};
  same(sym_read(f->s, sym_table(f->s, equal, 3), f->x), f->b);
  sym_id read = sym_read(f->s, t, f->c);
  uint8_t model[14] = {[12] = 77, [13] = 1};
  assert_int_equal(sym_eval(f->s, read, model, 14), 77);
  model[13] = 200;
  assert_int_equal(sym_eval(f->s, read, model, 14), 3);
  sym_support(f->s, read, &n);
  assert_int_equal(n, 2);
}

WITH_FIXTURE(test_eval) {
  uint8_t model[14] = {1, 2, 3, 4, 5};
  assert_int_equal(sym_eval(f->s, f->x, model, 14), 0x04030201);
  assert_int_equal(sym_eval(f->s, f->x, model, 2), 0x0201); /* variables past the model are 0 */
  assert_int_equal(sym_eval(f->s, f->y, model, 0), 0);
  uint64_t epoch = sym_epoch(f->s);
  assert_int_equal(sym_eval_in(f->s, epoch, add(f, f->x, f->y), model, 14), 0x04030206);
  assert_int_equal(sym_eval_in(f->s, epoch, mul(f, add(f, f->x, f->y), k32(f, 3)), model, 14), 0x0c090612);
}

WITH_FIXTURE(test_print) {
  char text[200];
  FILE *out = fmemopen(text, sizeof text, "w");
  sym_print(f->s, and_(f, not_(f, eq(f, f->b, k8(f, 21))), ult(f, f->x, f->y)), 100, out);
  fputc('|', out);
  sym_print(f->s, add(f, f->x, mul(f, f->y, f->z)), 3, out);
  fputc(0, out);
  fclose(out);
  assert_non_null(strstr(text, "(small[0] != 21)"));
  assert_non_null(strstr(text, "(big[0..3] <u big[4..7])"));
  assert_non_null(strstr(text, "..."));
}

/* -- random terms -------------------------------------------------------------------------------------------------- */

enum { VARS = 6, POOL = 60, TRIES = 24 };

struct random_term {
  sym_id id;
  unsigned width;
  uint64_t value[TRIES]; /* under each assignment, computed without the expression layer */
};

struct random_world {
  struct sym *s;
  uint64_t seed;
  uint8_t model[TRIES][VARS];
  struct random_term pool[POOL];
  unsigned count;
};

static uint64_t next(struct random_world *w) {
  w->seed ^= w->seed << 13, w->seed ^= w->seed >> 7, w->seed ^= w->seed << 17;
  return w->seed * 0x2545f4914f6cdd1du >> 11;
}
static unsigned below(struct random_world *w, unsigned n) { return (unsigned)(next(w) % n); }
static uint64_t low_bits(unsigned width) { return width == 64 ? ~0ull : (1ull << width) - 1; }
static __int128 as_signed(uint64_t v, unsigned w) {
  return v >> (w - 1) & 1 ? (__int128)v - ((__int128)1 << w) : (__int128)v;
}

/* The definition of each operator, written down a second time. */
static uint64_t naive(enum sym_op op, uint64_t a, uint64_t b, unsigned w) {
  __int128 x = as_signed(a, w), y = as_signed(b, w);
  unsigned __int128 ua = a, ub = b;
  uint64_t mask = low_bits(w), minus = mask;
  switch (op) {
  case SYM_ADD: return (uint64_t)(ua + ub) & mask;
  case SYM_SUB: return (uint64_t)(ua - ub) & mask;
  case SYM_MUL: return (uint64_t)(ua * ub) & mask;
  case SYM_UMULH: return (uint64_t)(ua * ub >> w) & mask;
  case SYM_SMULH: return (uint64_t)(x * y >> w) & mask;
  case SYM_UDIV: return b ? a / b : minus;
  case SYM_UREM: return b ? a % b : a;
  case SYM_SDIV: return b ? (uint64_t)(x / y) & mask : x >= 0 ? minus : 1;
  case SYM_SREM: return b ? (uint64_t)(x % y) & mask : a;
  case SYM_AND: return a & b;
  case SYM_OR: return a | b;
  case SYM_XOR: return a ^ b;
  case SYM_SHL: return b < w ? (uint64_t)(ua << b) & mask : 0;
  case SYM_LSHR: return b < w ? a >> b : 0;
  case SYM_ASHR: return (uint64_t)(x >> (b < w ? b : w)) & mask;
  case SYM_EQ: return a == b;
  case SYM_ULT: return a < b;
  case SYM_ULE: return a <= b;
  case SYM_SLT: return x < y;
  default: return x <= y;
  }
}

static void keep(struct random_world *w, struct random_term t) {
  assert_int_equal(sym_width(w->s, t.id), t.width);
  uint64_t min, max, zeros = sym_known_zeros(w->s, t.id);
  sym_bounds(w->s, t.id, &min, &max);
  for (unsigned i = 0; i < TRIES; i++) {
    assert_true(sym_eval(w->s, t.id, w->model[i], VARS) == t.value[i]);
    assert_true(t.value[i] >= min && t.value[i] <= max && !(t.value[i] & zeros));
  }
  unsigned slot = w->count < POOL ? w->count++ : below(w, POOL);
  w->pool[slot] = t;
}

static uint64_t interesting(struct random_world *w, unsigned width) {
  switch (below(w, 6)) {
  case 0: return below(w, 4) & low_bits(width);
  case 1: return ~(uint64_t)below(w, 4) & low_bits(width);
  case 2: return 1ull << below(w, width);
  case 3: return low_bits(1 + below(w, width)) << below(w, width) & low_bits(width);
  case 4: return (1ull << (width - 1)) - below(w, 2);
  default: return next(w) & low_bits(width);
  }
}

static struct random_term constant_term(struct random_world *w, unsigned width) {
  struct random_term t = {.width = width};
  uint64_t v = interesting(w, width);
  t.id = sym_const(w->s, v, width);
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = v;
  return t;
}

static struct random_term bytes_term(struct random_world *w) {
  unsigned n = 1 + below(w, 4), first = below(w, VARS - n + 1);
  struct random_term t = {.id = sym_bytes(w->s, first, n), .width = 8 * n};
  for (unsigned i = 0; i < TRIES; i++)
    for (unsigned j = 0; j < n; j++) t.value[i] |= (uint64_t)w->model[i][first + j] << 8 * j;
  return t;
}

static struct random_term extract_term(struct random_world *w, struct random_term a, unsigned low, unsigned width) {
  struct random_term t = {.id = sym_extract(w->s, a.id, low, width), .width = width};
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = a.value[i] >> low & low_bits(width);
  return t;
}

static struct random_term extend_term(struct random_world *w, struct random_term a, unsigned width, bool sign) {
  struct random_term t = {.width = width};
  t.id = sign ? sym_sext(w->s, a.id, width) : sym_zext(w->s, a.id, width);
  for (unsigned i = 0; i < TRIES; i++)
    t.value[i] = sign ? (uint64_t)as_signed(a.value[i], a.width) & low_bits(width) : a.value[i];
  return t;
}

/* A term of the pool, or a constant, brought to the width. */
static struct random_term operand(struct random_world *w, unsigned width) {
  if (below(w, 4) == 0) return constant_term(w, width);
  struct random_term t = w->pool[below(w, w->count)];
  for (unsigned tries = 0; t.width != width && tries < 8; tries++) t = w->pool[below(w, w->count)];
  if (t.width > width) return extract_term(w, t, below(w, 2) ? 0 : below(w, t.width - width + 1), width);
  return t.width < width ? extend_term(w, t, width, below(w, 2)) : t;
}

static struct random_term binary_term(struct random_world *w, unsigned width) {
  enum sym_op op = SYM_ADD + below(w, SYM_SLE - SYM_ADD + 1);
  struct random_term a = operand(w, width), b = operand(w, width);
  struct random_term t = {.id = sym_binary(w->s, op, a.id, b.id), .width = op >= SYM_EQ ? 1 : width};
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = naive(op, a.value[i], b.value[i], width);
  return t;
}

static struct random_term not_term(struct random_world *w, unsigned width) {
  struct random_term a = operand(w, width), t = {.id = sym_not(w->s, a.id), .width = width};
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = ~a.value[i] & low_bits(width);
  return t;
}

static struct random_term concat_term(struct random_world *w) {
  struct random_term a = operand(w, 1 + below(w, 40)), b = operand(w, 1 + below(w, 64 - a.width));
  struct random_term t = {.id = sym_concat(w->s, a.id, b.id), .width = a.width + b.width};
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = a.value[i] << b.width | b.value[i];
  return t;
}

static struct random_term ite_term(struct random_world *w, unsigned width) {
  struct random_term c = operand(w, 1), a = operand(w, width), b = operand(w, width), t = {.width = width};
  t.id = sym_ite(w->s, c.id, a.id, b.id);
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = c.value[i] ? a.value[i] : b.value[i];
  return t;
}

static struct random_term read_term(struct random_world *w, unsigned width) {
  struct random_term elements[5], index = operand(w, 1 + below(w, 10)), t = {.width = width};
  sym_id ids[5];
  unsigned n = 1 + below(w, 5);
  for (unsigned i = 0; i < n; i++) ids[i] = (elements[i] = operand(w, width)).id;
  t.id = sym_read(w->s, sym_table(w->s, ids, n), index.id);
  for (unsigned i = 0; i < TRIES; i++) t.value[i] = elements[index.value[i] < n ? index.value[i] : n - 1].value[i];
  return t;
}

static void random_step(struct random_world *w) {
  static const unsigned widths[] = {1, 1, 1, 8, 8, 8, 16, 32, 32, 64, 3, 5, 2, 24, 33, 4};
  unsigned width = widths[below(w, 16)];
  struct random_term a;
  switch (below(w, 12)) {
  case 0: keep(w, bytes_term(w)); break;
  case 1: keep(w, concat_term(w)); break;
  case 2: keep(w, ite_term(w, width)); break;
  case 3: keep(w, read_term(w, width)); break;
  case 4: keep(w, not_term(w, width)); break;
  case 5:
    a = w->pool[below(w, w->count)];
    width = 1 + below(w, a.width);
    keep(w, extract_term(w, a, below(w, a.width - width + 1), width));
    break;
  default: keep(w, binary_term(w, width));
  }
}

/* Several small worlds: in each the terms soon grow over one another. HEDDLE_RANDOM_TERMS asks for more of them. */
static void test_random_terms(void **state) {
  (void)state;
  const char *wanted = getenv("HEDDLE_RANDOM_TERMS");
  unsigned total = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 20000;
  for (unsigned round = 0; round < total / 400 + 1; round++) {
    struct random_world w = {.s = sym_open(), .seed = 0x9e3779b97f4a7c15u + round * 77777};
    sym_input(w.s, "in", VARS, SYM_INPUT);
    for (unsigned i = 0; i < TRIES; i++)
      for (unsigned j = 0; j < VARS; j++) w.model[i][j] = (uint8_t)interesting(&w, 8);
    for (unsigned i = 0; i < 8; i++) keep(&w, bytes_term(&w));
    for (unsigned i = 0; i < 400; i++) random_step(&w);
    sym_close(w.s);
  }
}
/* A copy into another arena, in which the variables have other numbers: the same values, and the same term twice. */
struct copy {
  struct sym_map map;
  uint32_t shift;
};
static sym_id copy_part(void *context, sym_id term) { return sym_map(&((struct copy *)context)->map, term); }
static sym_id copy_bytes(void *context, sym_id term) {
  const struct copy *c = context;
  return sym_bytes(c->map.to, sym_first(c->map.from, term) + c->shift, sym_width(c->map.from, term) / 8);
}

static void test_map(void **state) {
  (void)state;
  struct fixture f = open_fixture();
  struct sym *to = sym_open();
  struct copy copy = {{f.s, to, &copy, copy_part, copy_bytes}, 5};
  sym_input(to, "before", 5, SYM_INPUT);
  sym_input(to, "big", 12, SYM_INPUT);
  sym_input(to, "small", 2, SYM_INPUT);
  sym_id elements[] = {f.x, f.y, sym_const(f.s, 9, 32), f.z};
  sym_id read = sym_read(f.s, sym_table(f.s, elements, 4), sym_zext(f.s, f.b, 32));
  sym_id sum = sym_binary(f.s, SYM_ADD, sym_ite(f.s, f.p, f.x, sym_sext(f.s, f.c, 32)), read);
  sym_id whole = sym_concat(f.s, sym_extract(f.s, sum, 3, 17), sym_not(f.s, f.q));
  sym_id copied = sym_map(&copy.map, whole);
  assert_int_equal(copied, sym_map(&copy.map, whole));
  for (unsigned seed = 0; seed < 200; seed++) {
    uint8_t model[19];
    for (unsigned i = 0; i < sizeof model; i++) model[i] = (uint8_t)(seed * 31 + i * i * 7 + (i == 17 ? seed : 0));
    model[17] %= 4;
    assert_int_equal(sym_eval(f.s, whole, model + 5, 14), sym_eval(to, copied, model, 19));
  }
  sym_close(to);
  sym_close(f.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_map),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_equal_terms_have_one_id),
      cmocka_unit_test(test_looking_at_terms),
      cmocka_unit_test(test_support),
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_deep_chain),
      cmocka_unit_test(test_extract),
      cmocka_unit_test(test_concat),
      cmocka_unit_test(test_reassembly),
      cmocka_unit_test(test_extensions),
      cmocka_unit_test(test_bitwise),
      cmocka_unit_test(test_boolean_absorption),
      cmocka_unit_test(test_masks_and_fields),
      cmocka_unit_test(test_shifts),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_divisions),
      cmocka_unit_test(test_equality),
      cmocka_unit_test(test_orders),
      cmocka_unit_test(test_ite),
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_eval),
      cmocka_unit_test(test_print),
      cmocka_unit_test(test_random_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
