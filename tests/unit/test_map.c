/* Hashes of pairs of small numbers, such as places and kinds, must all be different: a failure is known by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "util/map.h"

static void pairs_of_small_numbers_differ(void **state) {
  (void)state;
  enum { MOST = 400 };
  struct map seen = {0};
  uint32_t other;
  for (uint32_t a = 0; a < MOST; a++) {
    for (uint32_t b = 0; b < MOST; b++) {
      uint64_t near = hash_join(a, b), far = hash_join((uint64_t)7 << 32 | a, (uint64_t)7 << 32 | b);
      assert_false(map_get(&seen, near, &other));
      map_put(&seen, near, a);
      assert_false(map_get(&seen, far, &other));
      map_put(&seen, far, b);
    }
  }
  map_free(&seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_of_small_numbers_differ)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
