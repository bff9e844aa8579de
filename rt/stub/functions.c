/* The functions that programs for heddle, KLEE and SV-COMP call, outside of these tools. They are weak: programs of
   SV-COMP often bring reach_error() and the like along. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "inside.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* each tool's own header has them */
#define STUB __attribute__((weak, visibility("default")))

/* ---- inputs ---- */

STUB void heddle_symbolic(void *address, size_t size, const char *name) { stub_input(address, size, name); }
STUB void klee_make_symbolic(void *address, size_t size, const char *name) { stub_input(address, size, name); }

STUB int klee_int(const char *name) {
  int value;
  stub_input(&value, sizeof value, name);
  return value;
}

/* What chance gives is moved into the range. */
STUB int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  uint32_t width = (uint32_t)end - (uint32_t)begin;
  if (begin >= end) stub_fail("klee_range: the range is empty", name);
  if (value >= begin && value < end) return value;
  return (int)((uint32_t)begin + (uint32_t)value % width);
}
STUB uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  stub_input(&value, sizeof value, "klee_choose");
  return n ? value % n : 0;
}

#define NONDET(name, type)                                                                                             \
  STUB type __VERIFIER_nondet_##name(void) {                                                                           \
    type value;                                                                                                        \
    stub_input(&value, sizeof value, #name);                                                                           \
    return value;                                                                                                      \
  }
#include "../replay/nondet.def"
#undef NONDET

STUB bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  stub_input(&value, 1, "bool");
  return value & 1;
}
STUB bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }
STUB void __VERIFIER_nondet_memory(void *address, size_t size) { stub_input(address, size, "memory"); }

/* ---- assumptions and failures ---- */

STUB void heddle_assume(int condition) {
  if (!condition) stub_reject();
}
STUB void klee_assume(uintptr_t condition) { heddle_assume(condition != 0); }
STUB void __VERIFIER_assume(int condition) { heddle_assume(condition); }
STUB void assume_abort_if_not(int condition) { heddle_assume(condition); }

STUB void heddle_assert(int condition, const char *message) {
  if (!condition) stub_fail("assertion failed", message);
}
STUB void klee_assert(int condition) { heddle_assert(condition, NULL); }
STUB void __VERIFIER_assert(int condition) {
  if (!condition) stub_fail("__VERIFIER_assert failed", NULL);
}
STUB void reach_error(void) { stub_fail("reach_error() is reached", NULL); }
STUB void __VERIFIER_error(void) { stub_fail("__VERIFIER_error() is reached", NULL); }
STUB void klee_abort(void) { stub_fail("klee_abort() called", NULL); }
STUB void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)suffix;
  stub_fail("error", message);
}
STUB void klee_silent_exit(int status) { exit(status); }

/* ---- atomic sections: one at a time, and a thread may be in several ---- */

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
STUB void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&section); }
STUB void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&section); }

/* ---- what only a tool does something with ---- */

STUB unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}
STUB unsigned klee_is_replay(void) { return 1; }
STUB void klee_warning(const char *message) { (void)message; }
STUB void klee_warning_once(const char *message) { (void)message; }
STUB void klee_print_expr(const char *message, ...) { (void)message; }
STUB void klee_print_range(const char *name, int value) { (void)name, (void)value; }
STUB void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
STUB void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
STUB void klee_mark_global(void *object) { (void)object; }
STUB void klee_set_forking(unsigned enable) { (void)enable; }
STUB void klee_stack_trace(void) {}
STUB void klee_merge(void) {}
STUB void klee_open_merge(void) {}
STUB void klee_close_merge(void) {}
