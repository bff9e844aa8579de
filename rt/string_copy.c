/* string.h: copying and joining strings, byte by byte: a write past the end is caught at the exact byte. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"

char *stpcpy(char *restrict to, const char *restrict from) {
  while ((*to = *from) != '\0') to++, from++;
  return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  for (; n > 0 && (*to = *from) != '\0'; n--) to++, from++;
  char *end = to;
  for (; n > 0; n--) *to++ = '\0';
  return end;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  char *t = to + strlen(to);
  for (; n > 0 && (*t = *from) != '\0'; n--) t++, from++;
  if (n == 0) *t = '\0';
  return to;
}

/* strlcpy and strlcat are declared by newer C libraries only. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size);

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t i = 0;
  for (; i + 1 < size && from[i] != '\0'; i++) to[i] = from[i];
  if (size > 0) to[i] = '\0';
  return i + strlen(from + i);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t used = strnlen(to, size);
  return used + strlcpy(to + used, from, size - used);
}

static char *duplicate(const char *s, size_t n) {
  char *copy = malloc(n + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, s, n);
  copy[n] = '\0';
  return copy;
}

char *strdup(const char *s) { return duplicate(s, strlen(s)); }

char *strndup(const char *s, size_t n) { return duplicate(s, strnlen(s, n)); }

char *__strdup(const char *s);
char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, size_t n);
char *__strndup(const char *s, size_t n) { return strndup(s, n); }

/* The C locale: collation is the order of bytes. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t n) { return strlcpy(to, from, n); }
