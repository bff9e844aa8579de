/* wchar.h: strings and arrays of wide characters. The loops are those of string.h. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}
size_t wcsnlen(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0) n++;
  return n;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return memcpy(to, from, n * sizeof *to);
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof *to); }
wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) { return wmemcpy(to, from, n) + n; }
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)s + i;
  return NULL;
}
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  size_t n = wcslen(from);
  wmemcpy(to, from, n + 1);
  return to + n;
}
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to, from);
  return to;
}
wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t length = wcsnlen(from, n);
  wmemcpy(to, from, length);
  wmemset(to + length, 0, n - length);
  return to + length;
}
wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}
wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t at = wcslen(to), length = wcsnlen(from, n);
  wmemcpy(to + at, from, length);
  to[at + length] = 0;
  return to;
}
wchar_t *wcsdup(const wchar_t *s) {
  size_t n = wcslen(s) + 1;
  wchar_t *copy = malloc(n * sizeof *copy);
  return copy == NULL ? NULL : wmemcpy(copy, s, n);
}

static int order(wchar_t a, wchar_t b) { return a < b ? -1 : a > b; }

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || a[i] == 0) return order(a[i], b[i]);
  return 0;
}
int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    wint_t x = towlower((wint_t)a[i]), y = towlower((wint_t)b[i]);
    if (x != y || x == 0) return (int)x - (int)y;
  }
  return 0;
}
int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, (size_t)-1); }
size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  if (n > 0) wcsncpy(to, from, n);
  return wcslen(from);
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s != c && *s != 0) s++;
  return (wchar_t *)s;
}
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  wchar_t *found = wcschrnul(s, c);
  return *found == c ? found : NULL;
}
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  for (size_t n = wcslen(s) + 1; n > 0; n--)
    if (s[n - 1] == c) return (wchar_t *)s + n - 1;
  return NULL;
}
static size_t span(const wchar_t *s, const wchar_t *set, int inside) {
  size_t n = 0;
  while (s[n] != 0 && (wcschr(set, s[n]) != NULL) == inside) n++;
  return n;
}
size_t wcsspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 1); }
size_t wcscspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 0); }
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  const wchar_t *found = s + wcscspn(s, set);
  return *found == 0 ? NULL : (wchar_t *)found;
}
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  size_t n = wcslen(part);
  for (;; s++) {
    if (wcsncmp(s, part, n) == 0) return (wchar_t *)s;
    if (*s == 0) return NULL;
  }
}
wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
  if (s == NULL) s = *rest;
  s += wcsspn(s, set);
  if (*s == 0) {
    *rest = s;
    return NULL;
  }
  wchar_t *end = s + wcscspn(s, set);
  *rest = *end == 0 ? end : end + 1;
  *end = 0;
  return s;
}
