/* memcpy, memmove, memset: one bounds-checked operation of the interpreter each.
   They stand alone because natively the compiler turns these bodies into calls of the same functions. */
#include <string.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

void *memset(void *to, int byte, size_t n) {
  __builtin_memset(to, byte, n);
  return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }
