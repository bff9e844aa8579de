/* string.h: length, comparison, searching and splitting of strings. */
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include "builtins.h"

size_t strlen(const char *s) {
  const char *p = s;
  while (*p != '\0') p++;
  return (size_t)(p - s);
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != '\0') n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  for (; *a == *b; a++, b++)
    if (*a == '\0') return 0;
  return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    if (*a != *b) return (unsigned char)*a - (unsigned char)*b;
    if (*a == '\0') return 0;
  }
  return 0;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

char *strchrnul(const char *s, int c) {
  while (*s != (char)c && *s != '\0') s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  for (; *s != (char)c; s++)
    if (*s == '\0') return NULL;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c) {
      RT_BRANCH();
      last = s;
    }
    if (*s == '\0') return (char *)last;
  }
}

/* Is c one of the bytes of the set? No branch on c itself, so a symbolic c does not fork here. */
static int is_member(char c, const char *set) {
  int found = 0;
  for (; *set != '\0'; set++) found |= *set == c;
  return found;
}

size_t strspn(const char *s, const char *set) {
  const char *p = s;
  while (is_member(*p, set)) p++;
  return (size_t)(p - s);
}

size_t strcspn(const char *s, const char *set) {
  const char *p = s;
  while ((*p != '\0') & !is_member(*p, set)) p++;
  return (size_t)(p - s);
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  if (*s != '\0') return (char *)s;
  RT_BRANCH();
  return NULL;
}

static int starts_with(const char *s, const char *prefix) {
  for (; *prefix != '\0'; s++, prefix++)
    if (*s != *prefix) return 0;
  return 1;
}

char *strstr(const char *s, const char *wanted) {
  for (;; s++) {
    if (starts_with(s, wanted)) return (char *)s;
    if (*s == '\0') return NULL;
  }
}

static int starts_with_any_case(const char *s, const char *prefix) {
  for (; *prefix != '\0'; s++, prefix++)
    if (tolower((unsigned char)*s) != tolower((unsigned char)*prefix)) return 0;
  return 1;
}

char *strcasestr(const char *s, const char *wanted) {
  for (;; s++) {
    if (starts_with_any_case(s, wanted)) return (char *)s;
    if (*s == '\0') return NULL;
  }
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
  if (s == NULL) s = *rest;
  s += strspn(s, set);
  if (*s == '\0') {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, set);
  if (*end != '\0') *end++ = '\0';
  *rest = end;
  return s;
}

char *__strtok_r(char *s, const char *set, char **rest) { return strtok_r(s, set, rest); }

char *strtok(char *restrict s, const char *restrict set) {
  static char *rest;
  return strtok_r(s, set, &rest);
}

char *strsep(char **restrict text, const char *restrict set) {
  char *start = *text;
  if (start == NULL) return NULL;
  char *end = start + strcspn(start, set);
  if (*end != '\0') *end++ = '\0';
  else end = NULL;
  *text = end;
  return start;
}

/* ---- names with numbers: runs of digits compare by value, those that begin with zeros as fractions */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int strverscmp(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  size_t i = 0, digits = 0;
  int zeros = 1; /* the run of digits so far has nothing else */
  for (; x[i] == y[i]; i++) {
    if (x[i] == 0) return 0;
    if (!is_digit((char)x[i])) digits = i + 1, zeros = 1;
    else if (x[i] != '0') zeros = 0;
  }
  if (x[digits] - '1' < 9U && y[digits] - '1' < 9U) { /* no zeros in front: the longer number is larger */
    size_t n = i;
    for (; is_digit((char)x[n]); n++)
      if (!is_digit((char)y[n])) return 1;
    if (is_digit((char)y[n])) return -1;
  } else if (zeros && digits < i && (is_digit((char)x[i]) || is_digit((char)y[i]))) {
    return (unsigned char)(x[i] - '0') - (unsigned char)(y[i] - '0'); /* more zeros are less */
  }
  return x[i] - y[i];
}
