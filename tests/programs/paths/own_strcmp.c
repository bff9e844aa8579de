// A string compare loop on 3 symbolic bytes and "abc": at each byte the string ends, differs, or goes on; 3 * 2 + 1 = 7.
// VERDICT: safe
// RUNS: full=7
// TESTS: 7
// REPLAY: yes
#include "heddle.h"
static int compare(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a - *b;
}
int main(void) {
  char s[4];
  heddle_symbolic(s, 3, "s");
  s[3] = 0;
  volatile int r = compare(s, "abc");
  (void)r;
  return 0;
}
