// Wide characters to and from streams.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wchar_t line[16];
  FILE *f = tmpfile();
  if (!f) return 1;
  wprintf(L"%d %ls %s\n", 5, L"wide", "bytes");
  fwprintf(f, L"first %d\n", 1);
  fputws(L"second\n", f);
  fputwc(L'x', f);
  rewind(f);
  while (fgetws(line, 16, f)) fputws(line, stdout);
  putwchar(L'\n');
  rewind(f);
  wint_t c = fgetwc(f);
  ungetwc(c, f);
  wprintf(L"%d %d\n", c == L'f', getwc(f) == L'f');
  while (fgetwc(f) != WEOF) {}
  wprintf(L"%d\n", fgetwc(f) == WEOF && feof(f));
  fclose(f);
  return 0;
}
