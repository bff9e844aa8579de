/* Functions with an object of a locale: as without, since there is only the C locale. */
#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#undef tolower_l
#undef toupper_l

#define IN(type, name, parameters, call)                                                                               \
  type name parameters {                                                                                               \
    (void)locale;                                                                                                      \
    return call;                                                                                                       \
  }
#define CHARACTER(name) IN(int, name##_l, (int c, locale_t locale), name(c))
#define WIDE(name) IN(int, name##_l, (wint_t c, locale_t locale), name(c))
#define INTEGER(type, name)                                                                                            \
  IN(type, name##_l, (const char *text, char **end, int base, locale_t locale), name(text, end, base))

CHARACTER(isalnum)
CHARACTER(isalpha)
CHARACTER(isblank)
CHARACTER(iscntrl)
CHARACTER(isdigit)
CHARACTER(isgraph)
CHARACTER(islower)
CHARACTER(isprint)
CHARACTER(ispunct)
CHARACTER(isspace)
CHARACTER(isupper)
CHARACTER(isxdigit)
CHARACTER(tolower)
CHARACTER(toupper)
WIDE(iswalnum)
WIDE(iswalpha)
WIDE(iswblank)
WIDE(iswcntrl)
WIDE(iswdigit)
WIDE(iswgraph)
WIDE(iswlower)
WIDE(iswprint)
WIDE(iswpunct)
WIDE(iswspace)
WIDE(iswupper)
WIDE(iswxdigit)
IN(wint_t, towlower_l, (wint_t c, locale_t locale), towlower(c))
IN(wint_t, towupper_l, (wint_t c, locale_t locale), towupper(c))
INTEGER(long, strtol)
INTEGER(long long, strtoll)
INTEGER(unsigned long, strtoul)
INTEGER(unsigned long long, strtoull)
IN(double, strtod_l, (const char *text, char **end, locale_t locale), strtod(text, end))
IN(float, strtof_l, (const char *text, char **end, locale_t locale), strtof(text, end))
IN(int, strcasecmp_l, (const char *a, const char *b, locale_t locale), strcasecmp(a, b))
IN(int, strncasecmp_l, (const char *a, const char *b, size_t n, locale_t locale), strncasecmp(a, b, n))
IN(int, strcoll_l, (const char *a, const char *b, locale_t locale), strcoll(a, b))
IN(size_t, strxfrm_l, (char *to, const char *from, size_t n, locale_t locale), strxfrm(to, from, n))
IN(char *, strerror_l, (int error, locale_t locale), strerror(error))
IN(size_t, strftime_l, (char *to, size_t n, const char *format, const struct tm *t, locale_t locale),
   strftime(to, n, format, t))
IN(char *, strptime_l, (const char *text, const char *format, struct tm *t, locale_t locale), strptime(text, format, t))
IN(int, wcscoll_l, (const wchar_t *a, const wchar_t *b, locale_t locale), wcscoll(a, b))
IN(int, wcscasecmp_l, (const wchar_t *a, const wchar_t *b, locale_t locale), wcscasecmp(a, b))
IN(int, wcsncasecmp_l, (const wchar_t *a, const wchar_t *b, size_t n, locale_t locale), wcsncasecmp(a, b, n))
