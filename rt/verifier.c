/* What programs written for other tools call: the inputs of SV-COMP programs and the smaller helpers of KLEE.
   Every call of a nondet function is a new input, named after its type. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "builtins.h"

#define NONDET(name, type)                                                                                             \
  type __VERIFIER_nondet_##name(void);                                                                                 \
  type __VERIFIER_nondet_##name(void) {                                                                                \
    type value;                                                                                                        \
    __heddle_symbolic(&value, sizeof value, #name);                                                                    \
    return value;                                                                                                      \
  }

NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(unsigned_char, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(S8, int8_t)
NONDET(U8, uint8_t)
NONDET(S16, int16_t)
NONDET(U16, uint16_t)
NONDET(S32, int32_t)
NONDET(U32, uint32_t)
NONDET(S64, int64_t)
NONDET(U64, uint64_t)

bool __VERIFIER_nondet_bool(void);
bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  __heddle_symbolic(&value, 1, "bool");
  __heddle_assume(value <= 1);
  return value;
}

bool __VERIFIER_nondet__Bool(void);
bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

void __VERIFIER_nondet_memory(void *p, size_t size);
void __VERIFIER_nondet_memory(void *p, size_t size) { __heddle_symbolic(p, size, "memory"); }

void __VERIFIER_assert(int condition);
void __VERIFIER_assert(int condition) {
  if (!condition) __heddle_fail("assert", "__VERIFIER_assert failed");
}

void __VERIFIER_assume(int condition);
void assume_abort_if_not(int condition);
void assume_abort_if_not(int condition) { __VERIFIER_assume(condition); }

int klee_int(const char *name);
int klee_int(const char *name) {
  int value;
  __heddle_symbolic(&value, sizeof value, name);
  return value;
}

int klee_range(int begin, int end, const char *name);
int klee_range(int begin, int end, const char *name) {
  if (begin >= end) __heddle_fail("assert", "klee_range: empty range");
  int value = klee_int(name);
  __heddle_assume((value >= begin) & (value < end));
  return value;
}

uintptr_t klee_choose(uintptr_t n);
uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  __heddle_symbolic(&value, sizeof value, "klee_choose");
  __heddle_assume(value < n);
  return value;
}

unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_symbolic(uintptr_t value) { return (unsigned)__heddle_is_symbolic(value); }

unsigned klee_is_replay(void);
unsigned klee_is_replay(void) { return 0; }

_Noreturn void klee_silent_exit(int status);
_Noreturn void klee_silent_exit(int status) { __heddle_exit(status); }

_Noreturn void klee_abort(void);
_Noreturn void klee_abort(void) { __heddle_fail("abort", "klee_abort() called"); }

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix);
_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)suffix;
  __heddle_fail("assert", message);
}

/* Advice to KLEE's search and messages on its console: nothing that a verdict depends on. */
void klee_warning(const char *message);
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message);
void klee_warning_once(const char *message) { (void)message; }
void klee_print_expr(const char *message, ...);
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value);
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_mark_global(void *object);
void klee_mark_global(void *object) { (void)object; }
void klee_set_forking(unsigned enable);
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_stack_trace(void);
void klee_stack_trace(void) {}
void klee_merge(void);
void klee_merge(void) {}
void klee_open_merge(void);
void klee_open_merge(void) {}
void klee_close_merge(void);
void klee_close_merge(void) {}
