/* wctype.h, and the conversions of wchar.h and stdlib.h between bytes and wide characters, in the C locale: the
   characters are those of ASCII, each one byte; every other byte or wide character is EILSEQ. */
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int is_ascii(wint_t c) { return c < 128; }

#define CLASSES(X)                                                                                                     \
  X(alnum) X(alpha) X(blank) X(cntrl) X(digit) X(graph) X(lower) X(print) X(punct) X(space) X(upper) X(xdigit)
#define X(name)                                                                                                        \
  int isw##name(wint_t c) { return is_ascii(c) && is##name((int)c); }
CLASSES(X)
#undef X
wint_t towlower(wint_t c) { return is_ascii(c) ? (wint_t)tolower((int)c) : c; }
wint_t towupper(wint_t c) { return is_ascii(c) ? (wint_t)toupper((int)c) : c; }

/* A class is its number, and so is a mapping; 0 is none. */
wctype_t wctype(const char *name) {
  static const char *const names[] = {
#define X(name) #name,
      CLASSES(X)
#undef X
  };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return i + 1;
  return 0;
}
int iswctype(wint_t c, wctype_t class) {
  static int (*const tests[])(wint_t) = {
#define X(name) isw##name,
      CLASSES(X)
#undef X
  };
  return class > 0 && class <= sizeof tests / sizeof *tests && tests[class - 1](c);
}
wctrans_t wctrans(const char *name) {
  return (wctrans_t)(uintptr_t)(strcmp(name, "tolower") == 0 ? 1 : strcmp(name, "toupper") == 0 ? 2 : 0);
}
wint_t towctrans(wint_t c, wctrans_t mapping) {
  return (uintptr_t)mapping == 1 ? towlower(c) : (uintptr_t)mapping == 2 ? towupper(c) : c;
}

/* ---- one character */

static size_t bad(void) {
  errno = EILSEQ;
  return (size_t)-1;
}

wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return is_ascii(c) ? (int)c : EOF; }
int mbsinit(const mbstate_t *state) {
  (void)state;
  return 1;
}
size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t n, mbstate_t *restrict state) {
  (void)state;
  if (from == NULL) return 0;
  if (n == 0) return (size_t)-2;
  unsigned char c = (unsigned char)*from;
  if (c >= 128) return bad();
  if (to != NULL) *to = c;
  return c != 0;
}
size_t mbrlen(const char *restrict from, size_t n, mbstate_t *restrict state) { return mbrtowc(NULL, from, n, state); }
int mbtowc(wchar_t *restrict to, const char *restrict from, size_t n) {
  return from == NULL ? 0 : n == 0 ? -1 : (int)mbrtowc(to, from, n, NULL);
}
int mblen(const char *from, size_t n) { return mbtowc(NULL, from, n); }
size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
  (void)state;
  if (to == NULL) return 1;
  if (!is_ascii((wint_t)c)) return bad();
  *to = (char)c;
  return 1;
}
int wctomb(char *to, wchar_t c) { return to == NULL ? 0 : (int)wcrtomb(to, c, NULL); }

/* ---- strings: `from` moves on where there is room for the result, and is NULL behind the end */

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t room,
                  mbstate_t *restrict state) {
  const char *s = *from;
  size_t n = 0;
  (void)state;
  for (; (to == NULL || n < room) && n < bytes; n++) {
    unsigned char c = (unsigned char)s[n];
    if (c >= 128) {
      if (to != NULL) *from = s + n;
      return bad();
    }
    if (to != NULL) to[n] = c;
    if (c != 0) continue;
    if (to != NULL) *from = NULL;
    return n;
  }
  if (to != NULL) *from = s + n;
  return n;
}
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t room, mbstate_t *restrict state) {
  return mbsnrtowcs(to, from, (size_t)-1, room, state);
}
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t room) {
  const char *at = from;
  mbstate_t state = {0};
  return mbsrtowcs(to, &at, room, &state);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t count, size_t room,
                  mbstate_t *restrict state) {
  const wchar_t *s = *from;
  size_t n = 0;
  (void)state;
  for (; (to == NULL || n < room) && n < count; n++) {
    if (!is_ascii((wint_t)s[n])) {
      if (to != NULL) *from = s + n;
      return bad();
    }
    if (to != NULL) to[n] = (char)s[n];
    if (s[n] != 0) continue;
    if (to != NULL) *from = NULL;
    return n;
  }
  if (to != NULL) *from = s + n;
  return n;
}
size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t room, mbstate_t *restrict state) {
  return wcsnrtombs(to, from, (size_t)-1, room, state);
}
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t room) {
  const wchar_t *at = from;
  mbstate_t state = {0};
  return wcsrtombs(to, &at, room, &state);
}

int wcwidth(wchar_t c) { return c == 0 ? 0 : iswprint((wint_t)c) ? 1 : -1; }
int wcswidth(const wchar_t *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i] != 0; i++)
    if (wcwidth(s[i]) < 0) return -1;
  return (int)i;
}
