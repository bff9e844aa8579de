/* Footprints: sets of operations, marks of mutexes and joins, and what conflicts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stateful/footprint.h"

enum { X = 0x1000, Y = 0x2000, M = 0x3000 };

static struct vm_op access(uint64_t address, bool write) {
  return (struct vm_op){.kind = write ? VM_OP_WRITE : VM_OP_READ,
                        .range = {{.address = address, .size = 4, .write = write}}};
}

static footprint add(struct footprints *f, footprint set, uint32_t thread, uint64_t address, bool write) {
  struct vm_op op = access(address, write);
  return footprint_add(f, set, thread, &op);
}

static uint64_t conflicts(struct footprints *f, footprint set, uint32_t thread, uint64_t address, bool write,
                          uint64_t mutexes) {
  struct vm_op op = access(address, write);
  return footprint_conflicts(f, set, thread, &op, mutexes);
}

static void test_equal_sets_are_one(void **state) {
  (void)state;
  struct footprints *f = footprints_open();
  footprint a = add(f, add(f, FOOTPRINT_NONE, 1, X, true), 2, Y, false);
  footprint b = add(f, add(f, FOOTPRINT_NONE, 2, Y, false), 1, X, true);
  assert_int_equal(a, b);
  assert_int_equal(add(f, a, 1, X, true), a);
  assert_int_equal(footprint_join(f, add(f, FOOTPRINT_NONE, 1, X, true), add(f, FOOTPRINT_NONE, 2, Y, false)), a);
  assert_int_not_equal(add(f, a, 1, X, false), a);
  footprints_close(f);
}

static void test_conflicts_need_a_write_and_another_thread(void **state) {
  (void)state;
  struct footprints *f = footprints_open();
  footprint set = add(f, add(f, FOOTPRINT_NONE, 1, X, false), 2, Y, true);
  assert_int_equal(conflicts(f, set, 3, X, true, 0), 1 << 1);
  assert_int_equal(conflicts(f, set, 3, X, false, 0), 0);
  assert_int_equal(conflicts(f, set, 3, Y, false, 0), 1 << 2);
  assert_int_equal(conflicts(f, set, 2, Y, true, 0), 0);
  footprints_close(f);
}

static bool is_m(const void *context, uint64_t mutex) {
  (void)context;
  return mutex == M;
}

/* What is behind a mutex that the thread holds cannot come before the thread moves; nor what is behind a join of it. */
static void test_marks_filter(void **state) {
  (void)state;
  struct footprints *f = footprints_open();
  footprint set = add(f, FOOTPRINT_NONE, 1, X, true);
  footprint locked = footprint_behind_mutex(f, set, 1, M), joined = footprint_behind_join(f, set, 1, 3);
  uint64_t held = footprint_mutexes(f, is_m, NULL);
  assert_int_not_equal(held, 0);
  assert_int_equal(conflicts(f, locked, 3, X, true, held), 0);
  assert_int_equal(conflicts(f, locked, 3, X, true, 0), 1 << 1);
  assert_int_equal(conflicts(f, joined, 3, X, true, 0), 0);
  assert_int_equal(conflicts(f, joined, 2, X, true, 0), 1 << 1);
  assert_int_equal(footprint_behind_mutex(f, set, 2, M), set); /* another thread's operations */
  footprints_close(f);
}

/* A compare-and-swap that failed has only read: where it succeeds, another run behind the node has that. */
static void test_failed_updates_read(void **state) {
  (void)state;
  struct footprints *f = footprints_open();
  struct vm_op failed = access(X, false);
  failed.kind = VM_OP_UPDATE;
  footprint set = footprint_add(f, FOOTPRINT_NONE, 1, &failed);
  assert_int_equal(conflicts(f, set, 2, X, false, 0), 0);
  assert_int_equal(conflicts(f, set, 2, X, true, 0), 1 << 1);
  assert_int_equal(footprint_conflicts(f, add(f, FOOTPRINT_NONE, 1, X, false), 2, &failed, 0), 0);
  footprints_close(f);
}

static void test_unknown_conflicts_with_everything(void **state) {
  (void)state;
  struct footprints *f = footprints_open();
  footprint set = add(f, FOOTPRINT_NONE, 1, X, true), unknown = footprint_add_unknown(f, set);
  assert_true(conflicts(f, unknown, 2, Y, false, 0) == UINT64_MAX);
  assert_int_equal(footprint_drop_unknown(f, unknown), set);
  assert_int_equal(footprint_drop_unknown(f, set), set);
  footprints_close(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal_sets_are_one),
      cmocka_unit_test(test_conflicts_need_a_write_and_another_thread),
      cmocka_unit_test(test_marks_filter),
      cmocka_unit_test(test_failed_updates_read),
      cmocka_unit_test(test_unknown_conflicts_with_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
