// strtod and atof on values that are exact in binary or correctly rounded.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *e;
  assert(strtod("1.5", &e) == 1.5 && *e == 0 && strtod("-0.25e2z", &e) == -25.0 && *e == 'z');
  assert(atof("1e3") == 1000.0 && strtod(" +.5", NULL) == 0.5 && strtof("0.1", NULL) == 0.1f);
  assert(strtod("0.1", NULL) == 0.1 && strtod("123456789.125", NULL) == 123456789.125);
  const char *bad = "abc";
  assert(strtod(bad, &e) == 0 && e == bad);
  return 0;
}
