/* Unit tests of the tables of checks and of kinds of failures, and of what makes two failures the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/failure.h"

static struct failure_point at(enum failure_kind kind, uint64_t place, uint64_t other, const char *message) {
  return failure_point(kind, place, other, message);
}

/* Said in both ways: by comparing, and by the key of a table. */
static bool same(struct failure_point a, struct failure_point b) {
  bool is = failure_same(FAILURE_REPORTED, &a, &b);
  assert_int_equal(is, failure_same(FAILURE_REPORTED, &b, &a));
  assert_int_equal(is, failure_key(&a) == failure_key(&b));
  return is;
}
static bool repeats(struct failure_point a, struct failure_point b) { return failure_same(FAILURE_REPEATED, &a, &b); }

static void one_place_and_kind_is_one_failure(void **state) {
  (void)state;
  for (int kind = 0; kind < FAILURE_KIND_COUNT; kind++) {
    assert_true(same(at(kind, 7, 3, "text"), at(kind, 7, 3, "text")));
    assert_false(same(at(kind, 7, 3, "text"), at(kind, 8, 3, "text")));
    assert_false(same(at(kind, 7, 3, "text"), at((kind + 1) % FAILURE_KIND_COUNT, 7, 3, "text")));
  }
  assert_true(same(at(FAILURE_ASSERT, 7, 0, "a"), at(FAILURE_ASSERT, 7, 0, "b")));
}

static void leaks_of_one_place_are_told_apart(void **state) {
  (void)state;
  assert_false(same(at(FAILURE_LEAK, 7, 0, "8 bytes"), at(FAILURE_LEAK, 7, 0, "16 bytes")));
  assert_false(repeats(at(FAILURE_LEAK, 7, 0, "8 bytes"), at(FAILURE_LEAK, 7, 0, "16 bytes")));
}

static void a_deadlock_is_repeated_by_the_same_waits_only(void **state) {
  (void)state;
  struct failure_point a = at(FAILURE_DEADLOCK, 7, 0, "main waits for m"), b = at(FAILURE_DEADLOCK, 7, 0, "for n");
  assert_true(same(a, b));
  assert_false(repeats(a, b));
  assert_true(repeats(a, a));
}

static void a_race_is_the_same_either_way_round(void **state) {
  (void)state;
  assert_true(same(at(FAILURE_RACE, 7, 9, "a"), at(FAILURE_RACE, 9, 7, "b")));
  assert_false(same(at(FAILURE_RACE, 7, 9, "a"), at(FAILURE_RACE, 7, 8, "a")));
  assert_false(same(at(FAILURE_RACE, 7, 7, "a"), at(FAILURE_RACE, 7, 9, "a")));
}

static void kinds_have_names(void **state) {
  (void)state;
  for (int kind = 0; kind < FAILURE_KIND_COUNT; kind++)
    assert_int_equal(failure_kind_named(failure_kind_text(kind)), kind);
  assert_int_equal(failure_kind_named("nothing"), FAILURE_KIND_COUNT);
}

/* Every check finds something: a kind of its own, or what another one finds under another condition. */
static void every_check_has_a_kind(void **state) {
  (void)state;
  const uint32_t others = 1u << CHECK_REACH | 1u << CHECK_OVERFLOW | 1u << CHECK_SHIFT | 1u << CHECK_UNINIT;
  uint32_t found = others;
  for (int kind = 0; kind < FAILURE_KIND_COUNT; kind++) {
    assert_int_equal(found >> failure_rows[kind].check & 1, 0);
    assert_string_equal(failure_rows[kind].text, check_rows[failure_rows[kind].check].text);
    found |= 1u << failure_rows[kind].check;
  }
  for (int check = 0; check < CHECK_COUNT; check++)
    if (!(found >> check & 1)) fail_msg("no kind of failure names the check %s", check_rows[check].text);
}

static void sets_of_checks(void **state) {
  (void)state;
  assert_true(checks_are_whole(CHECKS_STANDARD) && checks_are_local(CHECKS_STANDARD));
  assert_false(checks_are_whole(CHECKS_STANDARD & ~(1u << CHECK_DEADLOCK)));
  assert_false(checks_are_local(CHECKS_STANDARD | 1u << CHECK_RACE));
  assert_true(checks_are_local(1u << CHECK_OVERFLOW) && checks_have(1u << CHECK_OVERFLOW, CHECK_OVERFLOW));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_place_and_kind_is_one_failure),
                                     cmocka_unit_test(leaks_of_one_place_are_told_apart),
                                     cmocka_unit_test(a_deadlock_is_repeated_by_the_same_waits_only),
                                     cmocka_unit_test(a_race_is_the_same_either_way_round),
                                     cmocka_unit_test(kinds_have_names),
                                     cmocka_unit_test(every_check_has_a_kind),
                                     cmocka_unit_test(sets_of_checks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
