// Wide characters in the C locale, with good and bad arguments: as the C library has them.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int v) { return (v > 0) - (v < 0); }
static void show(const char *what, const wchar_t *s) { printf("%s: %ls\n", what, s), errno = 0; }
static void number(const char *what, long n) { printf("%s: %ld %d\n", what, n, errno), errno = 0; }
static long place(const wchar_t *in, const wchar_t *p) { return p ? p - in : -1; }

static void strings(void) {
  wchar_t a[40], *rest;
  const wchar_t *s = L"one, two; three", *bad = L"x\x80y";
  show("wcscpy", wcscpy(a, s));
  show("wcscat", wcscat(a, L"!"));
  show("wcsncat", wcsncat(a, L"abcdef", 3));
  number("wcslen", (long)wcslen(a));
  number("wcsnlen", (long)wcsnlen(a, 4));
  number("wcpcpy", wcpcpy(a, L"four") - a);
  number("wcpncpy", wcpncpy(a, L"four", 6) - a);
  show("wcsncpy", wcsncpy(a, L"fo", 3));
  number("wcschr", place(s, wcschr(s, L't')));
  number("wcschr none", place(s, wcschr(s, L'X')));
  number("wcschrnul", place(s, wcschrnul(s, L'X')));
  number("wcsrchr", place(s, wcsrchr(s, L't')));
  number("wcsspn", (long)wcsspn(s, L"eno"));
  number("wcscspn", (long)wcscspn(s, L",;"));
  number("wcspbrk", place(s, wcspbrk(s, L";,")));
  number("wcspbrk none", place(s, wcspbrk(s, L"X")));
  number("wcsstr", place(s, wcsstr(s, L"two")));
  number("wcsstr none", place(s, wcsstr(s, L"twox")));
  number("wcsstr empty", place(s, wcsstr(s, L"")));
  number("wcscmp", sign(wcscmp(L"abc", L"abd")));
  number("wcscmp signs", sign(wcscmp(bad, L"xa")));
  number("wcsncmp", sign(wcsncmp(L"abc", L"abd", 2)));
  number("wcscoll", sign(wcscoll(L"b", L"a")));
  number("wcscasecmp", sign(wcscasecmp(L"ABc", L"abC")));
  number("wcsncasecmp", sign(wcsncasecmp(L"ABx", L"aby", 3)));
  number("wcsxfrm", (long)wcsxfrm(a, L"text", 10));
  wcscpy(a, s);
  for (wchar_t *word = wcstok(a, L",; ", &rest); word; word = wcstok(NULL, L",; ", &rest)) show("wcstok", word);
  wchar_t *copy = wcsdup(s);
  show("wcsdup", copy);
  free(copy);
  wmemset(a, L'z', 3), a[3] = 0;
  show("wmemset", a);
  show("wmemcpy", wmemcpy(a, L"abc", 4));
  show("wmemmove", wmemmove(a + 1, a, 3) - 1);
  number("wmempcpy", wmempcpy(a, L"abc", 4) - a);
  number("wmemchr", place(a, wmemchr(a, L'b', 3)));
  number("wmemcmp", sign(wmemcmp(L"abd", L"abc", 3)));
}

static void types(void) {
  static const wint_t samples[] = {L'a', L'Z', L'5', L' ', L'\n', L'!', 0, 127, 128, 0xe9, 0x4e00, WEOF};
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    wint_t c = samples[i];
    printf("%x: %d%d%d%d%d%d%d%d%d%d%d%d %x %x %d %d\n", c, !!iswalnum(c), !!iswalpha(c), !!iswblank(c), !!iswcntrl(c),
           !!iswdigit(c), !!iswgraph(c), !!iswlower(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c), !!iswupper(c),
           !!iswxdigit(c), towlower(c), towupper(c), wctob(c), c == WEOF ? 0 : wcwidth((wchar_t)c));
  }
  printf("%d %d %d %d\n", !!wctype("alpha"), !!wctype("none"), !!iswctype(L'a', wctype("alpha")),
         !!iswctype(L'a', wctype("digit")));
  printf("%d %x %x\n", !!wctrans("none"), towctrans(L'a', wctrans("toupper")), towctrans(L'A', wctrans("tolower")));
  printf("%d %d\n", wcswidth(L"abc", 2), wcswidth(L"a\n", 5));
}

static void conversions(void) {
  wchar_t w[8] = L"";
  char b[8] = "";
  mbstate_t state = {0};
  const char *from = "abc";
  const wchar_t *wide = L"abc";
  printf("%zu %d\n", MB_CUR_MAX, !!mbsinit(&state));
  number("btowc", (long)btowc('a'));
  number("btowc bad", btowc(200) == WEOF);
  number("btowc end", btowc(EOF) == WEOF);
  number("mbtowc", mbtowc(w, "x", 1));
  number("mbtowc end", mbtowc(w, "", 1));
  number("mbtowc none", mbtowc(NULL, NULL, 0));
  number("mbtowc bad", mbtowc(w, "\xff", 1));
  number("mblen", mblen("xy", 2));
  number("mbrlen short", (long)mbrlen("xy", 0, &state));
  number("mbrtowc", (long)mbrtowc(w, "q", 1, &state));
  number("wctomb", wctomb(b, L'a'));
  number("wctomb bad", wctomb(b, 0x80));
  number("wctomb none", wctomb(NULL, 0));
  number("wcrtomb", (long)wcrtomb(b, L'z', &state));
  number("mbstowcs", (long)mbstowcs(w, "abc", 8));
  show("gives", w);
  number("mbstowcs short", (long)mbstowcs(w, "abc", 2));
  number("mbstowcs bad", (long)mbstowcs(w, "a\x90", 8));
  number("mbstowcs length", (long)mbstowcs(NULL, "abcd", 0));
  number("mbsrtowcs", (long)mbsrtowcs(w, &from, 8, &state));
  printf("%d\n", from == NULL);
  number("wcstombs", (long)wcstombs(b, L"abc", 8));
  printf("%s\n", b);
  number("wcstombs bad", (long)wcstombs(b, L"a\x90", 8));
  number("wcstombs length", (long)wcstombs(NULL, L"abcd", 0));
  number("wcsrtombs", (long)wcsrtombs(b, &wide, 2, &state));
  printf("%d\n", wide != NULL && *wide == L'c');
}

static void numbers(void) {
  wchar_t *end, text[32];
  const wchar_t *s = L" -42x";
  struct tm moment = {.tm_year = 124, .tm_mday = 5, .tm_mon = 1};
  number("wcstol", wcstol(s, &end, 10));
  number("behind", end - s);
  number("wcstoul", (long)wcstoul(L"ffz", NULL, 16));
  number("wcstoll", (long)wcstoll(L"99999999999999999999", NULL, 10));
  number("wcstoull", (long)wcstoull(L"0x10", NULL, 0));
  printf("%g %g\n", wcstod(L"1.5e2", NULL), (double)wcstof(L"-0.25", NULL));
  number("wcstol none", wcstol(L"\x90", &end, 10));
  number("swprintf", swprintf(text, 32, L"%d-%s-%ls", 7, "bytes", L"wide"));
  show("gives", text);
  number("swprintf short", swprintf(text, 3, L"%d", 12345));
  number("wcsftime", (long)wcsftime(text, 32, L"%Y-%m-%d", &moment));
  show("gives", text);
  printf("[%5ls][%-5.2ls][%lc]\n", L"abc", L"abc", L'x');
}

static void locale(void) {
  printf("%s %d %s\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "no_SUCH") == NULL, localeconv()->decimal_point);
  printf("%s|%s|%s|%s|%s\n", nl_langinfo(CODESET), nl_langinfo(DAY_2), nl_langinfo(MON_12), nl_langinfo(D_T_FMT),
         nl_langinfo(RADIXCHAR));
  printf("%s|%s|%s|%s|%s|%s\n", nl_langinfo(ABDAY_1), nl_langinfo(AM_STR), nl_langinfo(T_FMT_AMPM),
         nl_langinfo(YESEXPR), nl_langinfo(CRNCYSTR), nl_langinfo(THOUSEP));
  locale_t c = newlocale(LC_ALL_MASK, "C", NULL);
  printf("%d %d\n", c != NULL, newlocale(LC_ALL_MASK, "no_SUCH", NULL) == NULL);
  printf("%d\n", uselocale(NULL) == LC_GLOBAL_LOCALE);
  printf("%d\n", uselocale(c) == LC_GLOBAL_LOCALE);
  printf("%d\n", uselocale(NULL) == c);
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(c);
}

static void scans(void) {
  int a = 0, b = 0, at = 0;
  double d = 0;
  char word[20] = "", set[20] = "", c = 0;
  number("swscanf", swscanf(L" 12 -0x1F", L"%d %i%n", &a, &b, &at));
  printf("%d %d %d\n", a, b, at);
  number("swscanf", swscanf(L"word abc-z:2.5", L"%s %[a-c]%c%*c:%lf", word, set, &c, &d));
  printf("%s %s %c %g\n", word, set, c, d);
  number("swscanf mismatch", swscanf(L"x", L"%d", &a));
  number("swscanf empty", swscanf(L"", L"%d", &a));
  number("swscanf literal", swscanf(L"a=5;b=6", L"a=%d;c=%d", &a, &b));
  printf("%d %d\n", a, b);
}

int main(void) {
  scans();
  strings();
  types();
  conversions();
  numbers();
  locale();
  return 0;
}
