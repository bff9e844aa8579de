/* Wide characters in numbers, times, formats and streams, in the C locale: each is done with the bytes of the same
   characters. What is no character of the C locale becomes a byte that ends every number. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <inttypes.h>
#include <wchar.h>
#include "builtins.h"

enum { NO_CHARACTER = 127 };

static void narrow(char *to, const wchar_t *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = (char)(from[i] >= 0 && from[i] < 128 ? from[i] : NO_CHARACTER);
  to[n] = 0;
}

#define NUMBER(type, name, function)                                                                                   \
  type name(const wchar_t *restrict s, wchar_t **restrict end, int base) {                                             \
    char copy[wcslen(s) + 1], *behind;                                                                                 \
    narrow(copy, s, wcslen(s));                                                                                        \
    type value = function(copy, &behind, base);                                                                        \
    if (end != NULL) *end = (wchar_t *)s + (behind - copy);                                                            \
    return value;                                                                                                      \
  }
NUMBER(long, wcstol, strtol)
NUMBER(unsigned long, wcstoul, strtoul)
NUMBER(long long, wcstoll, strtoll)
NUMBER(unsigned long long, wcstoull, strtoull)

#define FLOAT(type, name, function)                                                                                    \
  type name(const wchar_t *restrict s, wchar_t **restrict end) {                                                       \
    char copy[wcslen(s) + 1], *behind;                                                                                 \
    narrow(copy, s, wcslen(s));                                                                                        \
    type value = function(copy, &behind);                                                                              \
    if (end != NULL) *end = (wchar_t *)s + (behind - copy);                                                            \
    return value;                                                                                                      \
  }
FLOAT(double, wcstod, strtod)
FLOAT(float, wcstof, strtof)

size_t wcsftime(wchar_t *restrict to, size_t room, const wchar_t *restrict format, const struct tm *restrict moment) {
  char shape[wcslen(format) + 1], text[room + 1];
  narrow(shape, format, wcslen(format));
  size_t n = strftime(text, room, shape, moment);
  for (size_t i = 0; i < n; i++) to[i] = (unsigned char)text[i];
  if (n > 0) to[n] = 0;
  return n;
}

/* ---- streams */

wint_t fputwc(wchar_t c, FILE *stream) {
  int byte = wctob((wint_t)c);
  if (byte == EOF) {
    errno = EILSEQ;
    return WEOF;
  }
  return fputc(byte, stream) == EOF ? WEOF : (wint_t)c;
}
wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
int fputws(const wchar_t *restrict s, FILE *restrict stream) {
  for (; *s != 0; s++)
    if (fputwc(*s, stream) == WEOF) return -1;
  return 1;
}
wint_t fgetwc(FILE *stream) {
  int c = fgetc(stream);
  if (c != EOF && c >= 128) errno = EILSEQ;
  return c == EOF ? WEOF : btowc(c);
}
wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t ungetwc(wint_t c, FILE *stream) { return c == WEOF || ungetc(wctob(c), stream) == EOF ? WEOF : c; }
wchar_t *fgetws(wchar_t *restrict to, int n, FILE *restrict stream) {
  int at = 0;
  for (wint_t c; at + 1 < n;) {
    c = fgetwc(stream);
    if (c == WEOF) break;
    to[at++] = (wchar_t)c;
    if (c == L'\n') break;
  }
  if (at == 0) return NULL;
  to[at] = 0;
  return to;
}

/* ---- formats */

/* "%s" and "%c" take bytes here, too; "%ls" and "%lc" are those of printf. */
int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list list) {
  char shape[wcslen(format) + 1];
  narrow(shape, format, wcslen(format));
  return vfprintf(stream, shape, list);
}
int vwprintf(const wchar_t *restrict format, va_list list) { return vfwprintf(stdout, format, list); }
int vswprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, va_list list) {
  char shape[wcslen(format) + 1], text[room + 1];
  narrow(shape, format, wcslen(format));
  int n = vsnprintf(text, room, shape, list);
  if (room == 0 || n < 0) return -1;
  size_t kept = (size_t)n < room ? (size_t)n : room - 1;
  for (size_t i = 0; i < kept; i++) to[i] = (unsigned char)text[i];
  to[kept] = 0;
  return (size_t)n < room ? n : -1;
}
#define VARIADIC(call)                                                                                                 \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  int result = call;                                                                                                   \
  va_end(list);                                                                                                        \
  return result;
int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) { VARIADIC(vfwprintf(stream, format, list)) }
int wprintf(const wchar_t *restrict format, ...) { VARIADIC(vwprintf(format, list)) }
int swprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, ...) {
  VARIADIC(vswprintf(to, room, format, list))
}

/* "%s", "%c" and "%[" store bytes, as those of scanf do. Bytes cannot stand for what is no character of the C locale:
   there such a field would end. */
static void narrow_all(char *to, const wchar_t *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (from[i] < 0 || from[i] >= 128) __heddle_unsupported("a character outside the C locale in swscanf");
  narrow(to, from, n);
}
static int scan_wide(const wchar_t *text, const wchar_t *format, va_list list) {
  char bytes[wcslen(text) + 1], shape[wcslen(format) + 1];
  narrow_all(bytes, text, wcslen(text));
  narrow_all(shape, format, wcslen(format));
  return vsscanf(bytes, shape, list);
}
static int scan_stream(FILE *stream, const wchar_t *format, va_list list) {
  char shape[wcslen(format) + 1];
  narrow_all(shape, format, wcslen(format));
  return vfscanf(stream, shape, list);
}
/* The headers call them by one of three names. */
#define SCAN(prefix)                                                                                                   \
  int prefix##_swscanf(const wchar_t *text, const wchar_t *format, ...) __asm__(#prefix "swscanf");                    \
  int prefix##_vswscanf(const wchar_t *text, const wchar_t *format, va_list list) __asm__(#prefix "vswscanf");         \
  int prefix##_swscanf(const wchar_t *text, const wchar_t *format, ...) { VARIADIC(scan_wide(text, format, list)) }    \
  int prefix##_vswscanf(const wchar_t *text, const wchar_t *format, va_list list) {                                    \
    return scan_wide(text, format, list);                                                                              \
  }                                                                                                                    \
  int prefix##_fwscanf(FILE *stream, const wchar_t *format, ...) __asm__(#prefix "fwscanf");                           \
  int prefix##_vfwscanf(FILE *stream, const wchar_t *format, va_list list) __asm__(#prefix "vfwscanf");                \
  int prefix##_wscanf(const wchar_t *format, ...) __asm__(#prefix "wscanf");                                           \
  int prefix##_vwscanf(const wchar_t *format, va_list list) __asm__(#prefix "vwscanf");                                \
  int prefix##_fwscanf(FILE *stream, const wchar_t *format, ...) { VARIADIC(scan_stream(stream, format, list)) }       \
  int prefix##_vfwscanf(FILE *stream, const wchar_t *format, va_list list) {                                           \
    return scan_stream(stream, format, list);                                                                          \
  }                                                                                                                    \
  int prefix##_wscanf(const wchar_t *format, ...) { VARIADIC(scan_stream(stdin, format, list)) }                       \
  int prefix##_vwscanf(const wchar_t *format, va_list list) { return scan_stream(stdin, format, list); }
SCAN()
SCAN(__isoc99_)
SCAN(__isoc23_)

intmax_t wcstoimax(const wchar_t *restrict s, wchar_t **restrict end, int base) { return wcstoll(s, end, base); }
uintmax_t wcstoumax(const wchar_t *restrict s, wchar_t **restrict end, int base) { return wcstoull(s, end, base); }
