/* Tests that travel along: ranges follow the path forth and back, units divide what there is, the work is linear. And
   the record: facts hold by structure, in another arena too, and bytes that are damaged are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/seeds.h"
#include "suite/folder.h"
#include "util/clock.h"

/* ---- a suite of one input ---- */

static void add_test(struct suite *suite, const uint8_t *bytes, uint32_t size) {
  struct suite_test t = {.path = mem_strdup("t.ktest")};
  t.test.nobjects = 1;
  t.test.objects = mem_zalloc(sizeof *t.test.objects);
  t.test.objects[0] = (struct ktest_object){.name = mem_strdup("in"), .bytes = mem_alloc(size), .size = size};
  memcpy(t.test.objects[0].bytes, bytes, size);
  vec_push(&suite->tests, t);
}

struct place {
  struct sym *sym;
  struct smt *smt;
  struct seeds seeds;
  struct explore_seeds given;
  uint32_t first; /* variable of the input */
};

static void open_place(struct place *p, const struct suite *suite, uint32_t unit, uint32_t units, uint32_t size) {
  struct explore_options options = {0};
  p->given = (struct explore_seeds){.tests = suite, .unit = unit, .units = units};
  options.reuse.seeds = &p->given;
  p->sym = sym_open();
  p->smt = smt_open(p->sym, NULL);
  p->first = sym_input_at(p->sym, sym_input(p->sym, "in", size, SYM_INPUT))->first;
  seeds_open(&p->seeds, &options.reuse, false, p->sym, p->smt);
}

static void close_place(struct place *p) {
  seeds_close(&p->seeds);
  smt_close(p->smt);
  sym_close(p->sym);
}

static sym_id byte_below(struct place *p, uint32_t which, uint64_t limit) {
  return sym_binary(p->sym, SYM_ULT, sym_bytes(p->sym, p->first + which, 1), sym_const(p->sym, limit, 8));
}

static void small_suite(struct suite *suite) {
  static const uint8_t bytes[4][2] = {{1, 1}, {1, 200}, {100, 1}, {200, 200}};
  for (unsigned i = 0; i < 4; i++) add_test(suite, bytes[i], 2);
}

/* ---- answers ---- */

static void test_sides(void **state) {
  struct suite suite = {0};
  struct place p;
  (void)state;
  small_suite(&suite);
  open_place(&p, &suite, 0, 1, 2);
  sym_id low = byte_below(&p, 0, 50), high = sym_not(p.sym, low), rare = byte_below(&p, 1, 1);
  assert_int_equal(smt_value(p.smt, p.sym, low), 1); /* the first test leads */
  assert_int_equal(smt_check(p.smt, high), SMT_SAT);
  assert_int_equal(smt_stats(p.smt)->by_suite, 1);
  uint32_t witness = smt_keep_witness(p.smt);
  struct smt_mark mark = smt_mark(p.smt);
  smt_assume(p.smt, low);
  assert_int_equal(smt_check(p.smt, rare), SMT_SAT); /* no test has it: found elsewhere */
  assert_int_equal(smt_stats(p.smt)->by_suite, 1);
  smt_assume(p.smt, rare);
  assert_int_equal(smt_value(p.smt, p.sym, sym_bytes(p.sym, p.first + 1, 1)), 0);
  smt_rewind(p.smt, mark);
  smt_assume_with(p.smt, high, witness);
  assert_int_equal(smt_value(p.smt, p.sym, sym_bytes(p.sym, p.first, 1)), 100); /* the third test leads now */
  assert_int_equal(smt_check(p.smt, byte_below(&p, 0, 150)), SMT_SAT);
  assert_int_equal(smt_check(p.smt, sym_not(p.sym, byte_below(&p, 0, 150))), SMT_SAT);
  assert_int_equal(smt_witness_value(p.smt, sym_bytes(p.sym, p.first, 1)), 200);
  close_place(&p);
  suite_free(&suite);
}

/* A side belongs to the unit of its tests; one without tests to the unit of the first test at the place. */
static void test_units(void **state) {
  struct suite suite = {0};
  (void)state;
  small_suite(&suite);
  for (uint32_t unit = 0; unit < 2; unit++) {
    struct place p;
    open_place(&p, &suite, unit, 2, 2);
    sym_id low = byte_below(&p, 0, 50), rare = byte_below(&p, 1, 1);
    assert_int_equal(smt_value(p.smt, p.sym, low), unit == 0);
    assert_int_equal(smt_check(p.smt, unit ? low : sym_not(p.sym, low)), SMT_ELSEWHERE);
    assert_int_equal(smt_check(p.smt, rare), unit == 0 ? SMT_SAT : SMT_ELSEWHERE);
    assert_int_equal(seeds_own_path(&p.seeds), unit == 0);
    smt_assume(p.smt, unit ? sym_not(p.sym, low) : low);
    assert_int_equal(seeds_own_path(&p.seeds), true);
    uint64_t value;
    assert_true(seeds_value(&p.seeds, sym_bytes(p.sym, p.first, 1), &value));
    assert_int_equal(value, unit ? 100 : 1);
    close_place(&p);
  }
  suite_free(&suite);
}

/* ---- cost ---- */

/* All paths over some bits of the input that tests take. */
static uint64_t walk(struct place *p, unsigned depth) {
  if (!depth) return 1;
  sym_id bit = sym_extract(p->sym, sym_bytes(p->sym, p->first + depth / 8, 1), depth % 8, 1);
  sym_id taken = smt_value(p->smt, p->sym, bit) ? bit : sym_not(p->sym, bit), other = sym_not(p->sym, taken);
  bool both = smt_check(p->smt, other) == SMT_SAT;
  uint32_t witness = both ? smt_keep_witness(p->smt) : 0;
  struct smt_mark mark = smt_mark(p->smt);
  smt_assume(p->smt, taken);
  uint64_t leaves = walk(p, depth - 1);
  smt_rewind(p->smt, mark);
  if (!both) return leaves;
  smt_assume_with(p->smt, other, witness);
  return leaves + walk(p, depth - 1);
}

static void test_linear(void **state) {
  enum { TESTS = 10000, DEPTH = 13 };
  struct suite suite = {0};
  struct place p;
  (void)state;
  for (uint32_t i = 0; i < TESTS; i++) {
    uint8_t bytes[4] = {(uint8_t)(i << 1), (uint8_t)(i >> 7), (uint8_t)i, 3};
    add_test(&suite, bytes, 4);
  }
  open_place(&p, &suite, 0, 1, 4);
  double start = clock_now();
  assert_int_equal(walk(&p, DEPTH), 1 << DEPTH);
  assert_true(p.seeds.evaluations <= (uint64_t)TESTS * DEPTH);
  print_message("%llu evaluations, %.0f ns each with everything around them\n", (unsigned long long)p.seeds.evaluations,
                (clock_now() - start) * 1e9 / (double)p.seeds.evaluations);
  assert_int_equal(smt_stats(p.smt)->by_z3, 0);
  close_place(&p);
  suite_free(&suite);
}

/* ---- the record ---- */

/* Two conditions that exclude each other, made in this order or in the other one. */
static void conditions(struct sym *sym, bool reversed, sym_id *small, sym_id *large) {
  if (reversed) sym_input(sym, "other", 3, SYM_INPUT); /* other variable numbers */
  uint32_t a = sym_input_at(sym, sym_input(sym, "a", 1, SYM_INPUT))->first,
           b = sym_input_at(sym, sym_input(sym, "b", 1, SYM_INPUT))->first;
  sym_id y = reversed ? sym_bytes(sym, b, 1) : 0, x = sym_bytes(sym, a, 1);
  if (!y) y = sym_bytes(sym, b, 1);
  sym_id sum = sym_binary(sym, SYM_ADD, sym_zext(sym, reversed ? y : x, 16), sym_zext(sym, reversed ? x : y, 16));
  *small = sym_binary(sym, SYM_ULT, sum, sym_const(sym, 10, 16));
  *large = sym_binary(sym, SYM_ULT, sym_const(sym, 100, 16), sum);
}

static void test_record(void **state) {
  struct sym *sym = sym_open(), *other = sym_open();
  struct unsat_cache made, read;
  sym_id small, large, small2, large2;
  (void)state;
  conditions(sym, false, &small, &large);
  conditions(other, true, &small2, &large2);
  struct sym_hash here = sym_hash_of(sym, small), there = sym_hash_of(other, small2);
  assert_memory_equal(&here, &there, sizeof here);
  unsat_cache_open(&made, sym);
  unsat_cache_learn(&made, large, &small, 1);
  unsat_cache_learn(&made, large, &small, 1);
  assert_int_equal(made.cores.count, 1);
  uint64_t size;
  uint8_t *bytes = unsat_cache_encode(&made, &size);
  unsat_cache_open(&read, other);
  assert_true(unsat_cache_decode(&read, bytes, size));
  assert_true(unsat_cache_excludes(&read, large2, &small2, 1));
  assert_false(unsat_cache_excludes(&read, small2, &large2, 1)); /* nobody said so */
  assert_false(unsat_cache_excludes(&read, large2, &large2, 1));
  assert_false(unsat_cache_excludes(&read, large2, &small2, 0)); /* not on the path any more */
  uint64_t again;
  uint8_t *used = unsat_cache_encode(&read, &again); /* what was used is passed on */
  assert_int_equal(again, size);
  for (uint64_t cut = 1; cut < size; cut++) {
    struct unsat_cache damaged;
    unsat_cache_open(&damaged, other);
    bool good = unsat_cache_decode(&damaged, bytes, cut);
    assert_true(!good || !damaged.cores.count);
    unsat_cache_close(&damaged);
  }
  free(used);
  free(bytes);
  unsat_cache_close(&made);
  unsat_cache_close(&read);
  sym_close(sym);
  sym_close(other);
}

/* Terms that differ in anything have different hashes. */
static void test_hash(void **state) {
  struct sym *sym = sym_open();
  uint32_t a = sym_input_at(sym, sym_input(sym, "a", 2, SYM_INPUT))->first,
           b = sym_input_at(sym, sym_input(sym, "b", 2, SYM_INPUT))->first;
  sym_id x = sym_bytes(sym, a, 1), y = sym_bytes(sym, b, 1);
  sym_id terms[] = {x,
                    y,
                    sym_bytes(sym, a + 1, 1),
                    sym_bytes(sym, a, 2),
                    sym_const(sym, 3, 8),
                    sym_const(sym, 3, 16),
                    sym_binary(sym, SYM_SUB, x, y),
                    sym_binary(sym, SYM_SUB, y, x),
                    sym_binary(sym, SYM_ADD, x, y),
                    sym_binary(sym, SYM_ULT, x, y),
                    sym_binary(sym, SYM_ULT, y, x),
                    sym_not(sym, x),
                    sym_extract(sym, x, 0, 4),
                    sym_extract(sym, x, 1, 4),
                    sym_zext(sym, x, 16),
                    sym_sext(sym, x, 16)};
  (void)state;
  for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++)
    for (unsigned k = 0; k < i; k++) {
      struct sym_hash p = sym_hash_of(sym, terms[i]), q = sym_hash_of(sym, terms[k]);
      assert_true(p.low != q.low && p.high != q.high);
    }
  sym_close(sym);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sides), cmocka_unit_test(test_units),
                                     cmocka_unit_test(test_linear), cmocka_unit_test(test_record),
                                     cmocka_unit_test(test_hash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
