/* string.h: functions on blocks of bytes. A search or comparison leaves its loop at the first deciding byte, and the
   result is computed without a further branch, so a symbolic byte forks once. */
#include <string.h>

void *memchr(const void *block, int byte, size_t n) {
  const unsigned char *p = block;
  for (; n > 0; n--, p++)
    if (*p == (unsigned char)byte) return (void *)p;
  return NULL;
}

void *memrchr(const void *block, int byte, size_t n) {
  const unsigned char *p = (const unsigned char *)block + n;
  while (n-- > 0)
    if (*--p == (unsigned char)byte) return (void *)p;
  return NULL;
}

void *rawmemchr(const void *block, int byte) {
  const unsigned char *p = block;
  while (*p != (unsigned char)byte) p++;
  return (void *)p;
}

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  for (; n > 0; n--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  while (n-- > 0) {
    unsigned char c = *f++;
    *t++ = c;
    if (c == (unsigned char)stop) return t;
  }
  return NULL;
}

void *memmem(const void *block, size_t n, const void *wanted, size_t m) {
  const unsigned char *p = block;
  if (m > n) return NULL;
  for (size_t left = n - m + 1; left > 0; left--, p++)
    if (memcmp(p, wanted, m) == 0) return (void *)p;
  return NULL;
}
