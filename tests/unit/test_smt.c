/* Unit tests of the solver chain: marks, witnesses, each layer, and a random test against brute force over all
   assignments of two variables with conditions that are pushed and rewound as a search does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
/* after the headers it needs */
#include <cmocka.h>

#include "smt/smt.h"

struct fixture {
  struct sym *s;
  struct smt *m;
  sym_id x, y; /* 32 bits */
  sym_id b, c; /* bytes */
  uint32_t first;
};

static struct fixture open_fixture(const struct smt_options *options) {
  struct fixture f = {.s = sym_open()};
  f.first = sym_input_at(f.s, sym_input(f.s, "in", 10, SYM_INPUT))->first;
  f.x = sym_bytes(f.s, f.first, 4);
  f.y = sym_bytes(f.s, f.first + 4, 4);
  f.b = sym_bytes(f.s, f.first + 8, 1);
  f.c = sym_bytes(f.s, f.first + 9, 1);
  f.m = smt_open(f.s, options);
  return f;
}

static void close_fixture(struct fixture *f) {
  smt_close(f->m);
  sym_close(f->s);
}

#define WITH_FIXTURE(name)                                                                                             \
  static void run_##name(struct fixture *f);                                                                           \
  static void name(void **state) {                                                                                     \
    (void)state;                                                                                                       \
    struct smt_options options = {.validate = true};                                                                   \
    struct fixture fixture = open_fixture(&options);                                                                   \
    run_##name(&fixture);                                                                                              \
    close_fixture(&fixture);                                                                                           \
  }                                                                                                                    \
  static void run_##name(struct fixture *f)

static sym_id k(struct fixture *f, uint64_t v, sym_id like) { return sym_const(f->s, v, sym_width(f->s, like)); }
static sym_id eq(struct fixture *f, sym_id a, uint64_t v) { return sym_binary(f->s, SYM_EQ, a, k(f, v, a)); }
static sym_id ult(struct fixture *f, sym_id a, sym_id b) { return sym_binary(f->s, SYM_ULT, a, b); }
static sym_id op(struct fixture *f, enum sym_op o, sym_id a, sym_id b) { return sym_binary(f->s, o, a, b); }

WITH_FIXTURE(test_constants) {
  assert_int_equal(smt_check(f->m, sym_const(f->s, 1, 1)), SMT_SAT);
  assert_int_equal(smt_check(f->m, sym_const(f->s, 0, 1)), SMT_UNSAT);
  assert_int_equal(smt_stats(f->m)->by_constant, 2);
}

WITH_FIXTURE(test_model_follows_the_path) {
  sym_id c = eq(f, f->x, 0xdeadbeef);
  assert_int_equal(smt_value(f->m, f->s, f->x), 0);
  assert_int_equal(smt_check(f->m, c), SMT_SAT);
  assert_int_equal(smt_value(f->m, f->s, f->x), 0); /* asking changes nothing */
  assert_int_equal(smt_witness_value(f->m, f->x), 0xdeadbeef);
  struct smt_mark mark = smt_mark(f->m);
  smt_assume(f->m, c);
  assert_int_equal(smt_value(f->m, f->s, f->x), 0xdeadbeef);
  uint32_t n;
  const uint8_t *model = smt_model(f->m, &n);
  assert_int_equal(n, 10);
  assert_int_equal(model[f->first], 0xef);
  assert_int_equal(smt_check(f->m, sym_not(f->s, c)), SMT_UNSAT);
  smt_rewind(f->m, mark);
  assert_int_equal(smt_value(f->m, f->s, f->x), 0);
  assert_int_equal(smt_depth(f->m), 0);
  assert_int_equal(smt_check(f->m, sym_not(f->s, c)), SMT_SAT);
}

WITH_FIXTURE(test_kept_witness) {
  sym_id c = eq(f, f->b, 7), other = sym_not(f->s, c);
  assert_int_equal(smt_check(f->m, c), SMT_SAT);
  uint32_t w = smt_keep_witness(f->m);
  struct smt_mark mark = smt_mark(f->m);
  smt_assume(f->m, other);
  assert_int_equal(smt_check(f->m, eq(f, f->b, 9)), SMT_SAT);
  smt_assume(f->m, eq(f, f->b, 9));
  smt_rewind(f->m, mark);
  smt_assume_with(f->m, c, w);
  assert_int_equal(smt_value(f->m, f->s, f->b), 7);
  uint32_t n;
  const sym_id *path = smt_path(f->m, &n);
  assert_int_equal(n, 1);
  assert_int_equal(path[0], c);
}

WITH_FIXTURE(test_literal_answers) {
  sym_id p = ult(f, f->x, f->y), q = ult(f, f->b, f->c), both = op(f, SYM_AND, p, q);
  assert_int_equal(smt_check(f->m, both), SMT_SAT);
  smt_assume(f->m, both);
  assert_int_equal(smt_depth(f->m), 2); /* as its parts */
  uint64_t before = smt_stats(f->m)->by_path;
  assert_int_equal(smt_check(f->m, p), SMT_SAT);
  assert_int_equal(smt_check(f->m, sym_not(f->s, q)), SMT_UNSAT);
  assert_int_equal(smt_check(f->m, sym_not(f->s, both)), SMT_UNSAT);
  assert_int_equal(smt_check(f->m, op(f, SYM_AND, sym_not(f->s, p), eq(f, f->b, 3))), SMT_UNSAT);
  assert_true(smt_stats(f->m)->by_path >= before + 3);
  assert_int_equal(smt_stats(f->m)->by_z3, 0);
}

WITH_FIXTURE(test_slices_and_cache) {
  sym_id hard = eq(f, op(f, SYM_UREM, f->x, k(f, 1009, f->x)), 77);
  assert_int_equal(smt_check(f->m, hard), SMT_SAT);
  smt_assume(f->m, hard);
  uint64_t z3 = smt_stats(f->m)->by_z3;
  struct smt_mark mark = smt_mark(f->m);
  sym_id far = op(f, SYM_AND, ult(f, k(f, 200, f->b), f->b), ult(f, f->b, k(f, 203, f->b)));
  assert_int_equal(smt_check(f->m, far), SMT_SAT);
  smt_assume(f->m, far);
  assert_int_equal(smt_value(f->m, f->s, op(f, SYM_UREM, f->x, k(f, 1009, f->x))), 77);
  smt_rewind(f->m, mark);
  uint64_t cached = smt_stats(f->m)->by_cache, asked = smt_stats(f->m)->by_z3;
  assert_int_equal(smt_check(f->m, far), SMT_SAT);
  assert_int_equal(smt_stats(f->m)->by_cache, cached + 1);
  assert_int_equal(smt_stats(f->m)->by_z3, asked);
  assert_true(asked <= z3 + 1 && smt_stats(f->m)->sliced > 0);
}

/* What contradicted once contradicts wherever the path contains it. */
WITH_FIXTURE(test_contradictions) {
  sym_id z = sym_zext(f->s, f->b, 32), xy = ult(f, f->x, f->y), yz = ult(f, f->y, z), zx = ult(f, z, f->x);
  struct smt_mark mark = smt_mark(f->m);
  assert_int_equal(smt_check(f->m, op(f, SYM_AND, xy, yz)), SMT_SAT);
  smt_assume(f->m, op(f, SYM_AND, xy, yz));
  assert_int_equal(smt_check(f->m, zx), SMT_UNSAT);
  smt_rewind(f->m, mark);
  sym_id more = op(f, SYM_AND, op(f, SYM_AND, xy, yz), ult(f, k(f, 9, f->x), f->x));
  assert_int_equal(smt_check(f->m, more), SMT_SAT);
  smt_assume(f->m, more);
  uint64_t z3 = smt_stats(f->m)->by_z3;
  assert_int_equal(smt_check(f->m, zx), SMT_UNSAT);
  assert_int_equal(smt_stats(f->m)->by_z3, z3);
}

WITH_FIXTURE(test_offered_model) {
  uint8_t model[10] = {0};
  uint32_t secret = 0x12345679;
  memcpy(model, &secret, 4);
  smt_offer_model(f->m, model, 10);
  sym_id square = op(f, SYM_MUL, f->x, f->x);
  assert_int_equal(smt_check(f->m, eq(f, square, (uint32_t)(secret * secret))), SMT_SAT);
  assert_int_equal(smt_stats(f->m)->by_old_model, 1);
}

WITH_FIXTURE(test_set_model) {
  smt_set_model(f->m, f->first + 8, 42);
  assert_int_equal(smt_value(f->m, f->s, f->b), 42);
  uint32_t late = sym_variables(f->s);
  smt_set_model(f->m, late + 1, 9); /* of an input that comes later */
  sym_id after = sym_bytes(f->s, sym_input_at(f->s, sym_input(f->s, "late", 2, SYM_INPUT))->first, 2);
  assert_int_equal(smt_value(f->m, f->s, after), 9 << 8);
  assert_int_equal(smt_check(f->m, eq(f, after, 9 << 8)), SMT_SAT);
}

WITH_FIXTURE(test_reads) {
  sym_id elements[11];
  for (unsigned i = 0; i < 11; i++) elements[i] = sym_const(f->s, i * i % 7, 8);
  elements[5] = f->c;
  sym_id read = sym_read(f->s, sym_table(f->s, elements, 11), f->b);
  sym_id bound = sym_not(f->s, eq(f, f->b, 5));
  assert_int_equal(smt_check(f->m, eq(f, read, 200)), SMT_SAT); /* through the variable element */
  smt_assume(f->m, bound);
  assert_int_equal(smt_check(f->m, eq(f, read, 200)), SMT_UNSAT);
  assert_int_equal(smt_check(f->m, eq(f, read, 4)), SMT_SAT);
  smt_assume(f->m, eq(f, read, 4));
  uint64_t at = smt_value(f->m, f->s, f->b);
  assert_true(at < 11 && at * at % 7 == 4);
  sym_id past = op(f, SYM_AND, ult(f, k(f, 100, f->b), f->b), eq(f, read, 4));
  assert_int_equal(smt_check(f->m, past), SMT_UNSAT); /* the last element is 100 % 7 = 2 */
}

WITH_FIXTURE(test_range) {
  uint64_t min, max;
  assert_true(smt_range(f->m, f->b, &min, &max));
  assert_true(min == 0 && max == 255);
  sym_id inside = op(f, SYM_AND, ult(f, k(f, 1000, f->x), f->x), ult(f, f->x, k(f, 70001, f->x)));
  assert_int_equal(smt_check(f->m, inside), SMT_SAT);
  smt_assume(f->m, inside);
  sym_id even = eq(f, sym_extract(f->s, f->x, 0, 1), 0);
  assert_int_equal(smt_check(f->m, even), SMT_SAT);
  smt_assume(f->m, even);
  assert_true(smt_range(f->m, f->x, &min, &max));
  assert_true(min == 1002 && max == 70000);
}

static void test_timeout(void **state) {
  (void)state;
  struct smt_options options = {.timeout_ms = 1};
  struct fixture f = open_fixture(&options);
  /* two primes, to be found from their product: takes far longer than a timer can be late */
  sym_id p = sym_bytes(f.s, f.first, 4), q = sym_bytes(f.s, f.first + 4, 4);
  sym_id product = sym_binary(f.s, SYM_MUL, sym_zext(f.s, p, 64), sym_zext(f.s, q, 64));
  sym_id hard = op(&f, SYM_AND, eq(&f, product, 2654435761u * 3266489917ull), ult(&f, p, q));
  assert_int_equal(smt_check(f.m, hard), SMT_UNKNOWN);
  assert_int_equal(smt_stats(f.m)->z3_unknown, 1);
  assert_int_equal(smt_check(f.m, eq(&f, f.b, 3)), SMT_SAT);
  close_fixture(&f);
}

static void test_dump(void **state) {
  (void)state;
  char *text = NULL;
  size_t size = 0;
  struct smt_options options = {.dump = open_memstream(&text, &size)};
  struct fixture f = open_fixture(&options);
  assert_int_equal(smt_check(f.m, eq(&f, op(&f, SYM_MUL, f.x, f.x), 0x10203041)), SMT_SAT);
  fclose(options.dump);
  assert_non_null(strstr(text, "; answer: sat"));
  assert_non_null(strstr(text, "(check-sat)"));
  assert_non_null(strstr(text, "bvmul"));
  assert_non_null(strstr(text, "; b0 is in[0]"));
  free(text);
  close_fixture(&f);
}

/* -- against brute force ------------------------------------------------------------------------------------------- */

/* Conditions over two small variables: 6 bits of b and 6 of c are free, so that all assignments can be tried. */
struct world {
  struct fixture f;
  uint64_t seed;
  sym_id path[12];
  unsigned depth;
};

static unsigned below(struct world *w, unsigned n) {
  w->seed ^= w->seed << 13, w->seed ^= w->seed >> 7, w->seed ^= w->seed << 17;
  return (unsigned)((w->seed * 0x2545f4914f6cdd1du >> 33) % n);
}

static sym_id random_term(struct world *w, unsigned depth) {
  struct fixture *f = &w->f;
  if (!depth) return below(w, 3) == 0 ? sym_const(f->s, below(w, 256), 8) : below(w, 2) ? f->b : f->c;
  sym_id a = random_term(w, depth - 1), b = random_term(w, depth - 1);
  switch (below(w, 5)) {
  case 0: return sym_ite(f->s, ult(f, a, b), a, random_term(w, depth - 1));
  case 1: return sym_extract(f->s, sym_concat(f->s, a, b), below(w, 9), 8);
  case 2: {
    sym_id elements[5] = {a, sym_const(f->s, below(w, 256), 8), b, sym_const(f->s, below(w, 256), 8), a};
    return sym_read(f->s, sym_table(f->s, elements, 5), sym_extract(f->s, f->c, 0, 1 + below(w, 5)));
  }
  default: return op(f, SYM_ADD + below(w, SYM_ASHR - SYM_ADD + 1), a, b);
  }
}

static sym_id random_condition(struct world *w) {
  sym_id a = random_term(w, below(w, 3)), b = random_term(w, below(w, 2));
  sym_id c = op(&w->f, SYM_EQ + below(w, 5), a, b);
  if (below(w, 3) == 0) c = op(&w->f, below(w, 2) ? SYM_AND : SYM_OR, c, op(&w->f, SYM_ULT, random_term(w, 1), a));
  return below(w, 2) ? sym_not(w->f.s, c) : c;
}

static bool holds(struct world *w, sym_id condition, const uint8_t *model) {
  uint64_t epoch = sym_epoch(w->f.s);
  if (!sym_eval_in(w->f.s, epoch, condition, model, 10)) return false;
  for (unsigned i = 0; i < w->depth; i++)
    if (!sym_eval_in(w->f.s, epoch, w->path[i], model, 10)) return false;
  return true;
}

static bool brute_force(struct world *w, sym_id condition) {
  uint8_t model[10] = {0};
  for (unsigned i = 0; i < 4096; i++) {
    model[8] = i & 63, model[9] = (uint8_t)(i >> 6);
    if (holds(w, condition, model)) return true;
  }
  return false;
}

static void check_model(struct world *w) {
  uint32_t n;
  const uint8_t *model = smt_model(w->f.m, &n);
  assert_true(holds(w, sym_const(w->f.s, 1, 1), model));
}

static void assume(struct world *w, sym_id condition) {
  smt_assume(w->f.m, condition);
  w->path[w->depth++] = condition;
  check_model(w);
}

/* As the search does: one side, back, the other side with the kept witness, back. */
static void descend(struct world *w, unsigned levels) {
  if (!levels || w->depth >= 11) return;
  sym_id c = random_condition(w);
  bool expected = brute_force(w, c);
  enum smt_answer answer = smt_check(w->f.m, c);
  assert_int_equal(answer, expected ? SMT_SAT : SMT_UNSAT);
  uint32_t kept = answer == SMT_SAT ? smt_keep_witness(w->f.m) : 0;
  struct smt_mark mark = smt_mark(w->f.m);
  unsigned depth = w->depth;
  sym_id other = sym_not(w->f.s, c);
  if (smt_check(w->f.m, other) == SMT_SAT) {
    assume(w, other);
    descend(w, levels - 1);
    smt_rewind(w->f.m, mark);
    w->depth = depth;
    check_model(w);
  } else {
    assert_false(brute_force(w, other));
  }
  if (!expected) return;
  smt_assume_with(w->f.m, c, kept);
  w->path[w->depth++] = c;
  check_model(w);
  descend(w, levels - 1);
  smt_rewind(w->f.m, mark);
  w->depth = depth;
}

static void random_worlds(bool validate, unsigned rounds) {
  for (unsigned round = 0; round < rounds; round++) {
    struct smt_options options = {.validate = validate};
    struct world w = {.f = open_fixture(&options), .seed = 0x9e3779b97f4a7c15u + round * 131 + validate};
    assume(&w, ult(&w.f, w.f.b, sym_const(w.f.s, 64, 8)));
    assume(&w, ult(&w.f, w.f.c, sym_const(w.f.s, 64, 8)));
    descend(&w, 4);
    close_fixture(&w.f);
  }
}

static unsigned rounds(unsigned usual) {
  const char *wanted = getenv("HEDDLE_RANDOM_PATHS");
  return wanted ? (unsigned)strtoul(wanted, NULL, 10) : usual;
}

static void test_random_paths(void **state) {
  (void)state;
  random_worlds(false, rounds(40));
}

static void test_random_paths_validated(void **state) {
  (void)state;
  random_worlds(true, rounds(12));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_model_follows_the_path),
      cmocka_unit_test(test_kept_witness),
      cmocka_unit_test(test_literal_answers),
      cmocka_unit_test(test_slices_and_cache),
      cmocka_unit_test(test_contradictions),
      cmocka_unit_test(test_offered_model),
      cmocka_unit_test(test_set_model),
      cmocka_unit_test(test_reads),
      cmocka_unit_test(test_range),
      cmocka_unit_test(test_timeout),
      cmocka_unit_test(test_dump),
      cmocka_unit_test(test_random_paths),
      cmocka_unit_test(test_random_paths_validated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
