// All of ctype.h over the whole ASCII range, counted.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <ctype.h>
int main(void) {
  int n[12] = {0};
  for (int c = -1; c < 256; c++) {
    n[0] += !!isalpha(c), n[1] += !!isdigit(c), n[2] += !!isalnum(c), n[3] += !!isspace(c);
    n[4] += !!isupper(c), n[5] += !!islower(c), n[6] += !!ispunct(c), n[7] += !!isprint(c);
    n[8] += !!isgraph(c), n[9] += !!iscntrl(c), n[10] += !!isxdigit(c), n[11] += !!isblank(c);
  }
  static const int want[12] = {52, 10, 62, 6, 26, 26, 32, 95, 94, 33, 22, 2};
  for (int i = 0; i < 12; i++) assert(n[i] == want[i]);
  assert(toupper('a') == 'A' && toupper('1') == '1' && tolower('Z') == 'z' && tolower(255) == 255 && isascii('a'));
  return 0;
}
