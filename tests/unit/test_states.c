/* The table of states: what was added is found, dropping keeps what is open, removing keeps the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stateful/states.h"

enum { MANY = 1500 }; /* the table grows twice */

/* Many keys share their low bits, so that they stand in one row. */
static struct vm_control key(uint32_t i) { return (struct vm_control){.low = i % 7, .high = i + 1}; }

static struct states filled(void) {
  struct states t = {0};
  for (uint32_t i = 0; i < MANY; i++) {
    assert_null(states_find(&t, key(i)));
    struct state *s = states_add(&t, key(i));
    s->below = i;
    s->open = i % 10 == 0;
  }
  return t;
}

static void test_finds_what_was_added(void **state) {
  (void)state;
  struct states t = filled();
  for (uint32_t i = 0; i < MANY; i++) assert_int_equal(states_find(&t, key(i))->below, i);
  assert_null(states_find(&t, key(MANY)));
  states_free(&t);
}

static void test_dropping_keeps_open_states(void **state) {
  (void)state;
  struct states t = filled();
  states_drop_finished(&t);
  assert_int_equal(t.count, MANY / 10);
  for (uint32_t i = 0; i < MANY; i++) assert_int_equal(states_find(&t, key(i)) != NULL, i % 10 == 0);
  states_free(&t);
}

static void test_removing_keeps_the_others(void **state) {
  (void)state;
  struct states t = filled();
  for (uint32_t i = 0; i < MANY; i += 3) states_remove(&t, key(i));
  for (uint32_t i = 0; i < MANY; i++) assert_int_equal(states_find(&t, key(i)) != NULL, i % 3 != 0);
  states_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finds_what_was_added),
      cmocka_unit_test(test_dropping_keeps_open_states),
      cmocka_unit_test(test_removing_keeps_the_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
