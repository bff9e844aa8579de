// wchar.h: what the other programs about wide characters do not call.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#define SHOW(call) (errno = 0, show(L"" #call, (long)(call)))
static void show(const wchar_t *call, long result) {
  wprintf(L"%ls = %ld", call, result);
  if (errno != 0) wprintf(L" %s", strerror(errno));
  wprintf(L"\n");
}
extern int __isoc99_swscanf(const wchar_t *, const wchar_t *, ...), __isoc99_vswscanf(const wchar_t *, const wchar_t *, va_list);

extern int __isoc99_fwscanf(FILE *, const wchar_t *, ...), __isoc99_vfwscanf(FILE *, const wchar_t *, va_list);
extern int __isoc99_wscanf(const wchar_t *, ...), __isoc99_vwscanf(const wchar_t *, va_list);

static void scans(FILE *f, int which, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  switch (which) {
  case 0: SHOW(vfwscanf(f, format, list)); break;
  case 1: SHOW(__isoc99_vfwscanf(f, format, list)); break;
  case 2: SHOW(vwscanf(format, list)); break;
  default: SHOW(__isoc99_vwscanf(format, list));
  }
  va_end(list);
}

static void lists(int which, wchar_t *to, const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  switch (which) {
  case 0: SHOW(vswprintf(to, 20, format, list)); break;
  case 1: SHOW(vswprintf(to, 2, format, list)); break;
  case 2: SHOW(vwprintf(format, list)); break;
  case 3: SHOW(vfwprintf(stdout, format, list)); break;
  case 4: SHOW(vswscanf(to, format, list)); break;
  default: SHOW(__isoc99_vswscanf(to, format, list));
  }
  va_end(list);
}

int main(void) {
  wchar_t to[30] = L"", text[] = L"17 x";
  char bytes[30] = "";
  const char *from = "abc\xc3z";
  const wchar_t *wide = L"ab\x100";
  mbstate_t state;
  int number = 0;
  memset(&state, 0, sizeof state);
  for (int i = 0; i < 4; i++) lists(i, to, L"%d-%ls\n", i, L"w");
  lists(4, text, L"%d", &number), SHOW(number), lists(5, text, L"%x", &number), SHOW(number);
  SHOW(__isoc99_swscanf(L"5", L"%d", &number)), SHOW(swscanf(L"", L"%d", &number));
  SHOW(putwc(L'x', stdout)), SHOW(getwchar() == WEOF);
  SHOW(mbsnrtowcs(to, &from, 2, 9, &state)), SHOW(from != NULL), SHOW(mbsnrtowcs(to, &from, 9, 9, &state)), SHOW(mbsnrtowcs(NULL, &from, 0, 0, &state));
  SHOW(wcsnrtombs(bytes, &wide, 1, 9, &state)), SHOW(wcsnrtombs(bytes, &wide, 9, 9, &state)), SHOW(wcsnrtombs(NULL, &wide, 0, 0, &state));
  SHOW(wcstoimax(L"-5x", NULL, 10)), SHOW(wcstoumax(L"0x10", NULL, 0));
  FILE *f = tmpfile();
  SHOW(fwprintf(f, L"12 0x1f word 7 8")), rewind(f), SHOW(fwscanf(f, L"%d %i", &number, &number)), SHOW(number), SHOW(__isoc99_fwscanf(f, L"%3s", bytes)), SHOW(bytes[2]);
  SHOW(fwscanf(f, L"%d", &number)), SHOW(fwscanf(f, L"d %d", &number)), scans(f, 0, L"%d", &number), SHOW(number), scans(f, 1, L"%d", &number);
  SHOW(wscanf(L"%d", &number)), SHOW(__isoc99_wscanf(L"%d", &number)), scans(f, 2, L"%d", &number), scans(f, 3, L"%d", &number), fclose(f);
  return 0;
}
