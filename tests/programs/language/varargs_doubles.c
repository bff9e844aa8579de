// Doubles and integers mixed: two separate register files and a common overflow area.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdarg.h>
static double mix(const char *kinds, ...) {
  va_list ap;
  double s = 0;
  va_start(ap, kinds);
  for (; *kinds; kinds++) s = s * 2 + (*kinds == 'd' ? va_arg(ap, double) : *kinds == 'l' ? va_arg(ap, long) : va_arg(ap, int));
  va_end(ap);
  return s;
}
int main(void) {
  assert(mix("did", 1.5, 2, 0.25) == 10.25);
  assert(mix("dddddddddd", 1., 1., 1., 1., 1., 1., 1., 1., 1., 1.) == 1023);
  assert(mix("idididididididid", 1, 1., 1, 1., 1, 1., 1, 1., 1, 1., 1, 1., 1, 1., 1, 1.) == 65535);
  assert(mix("f" + 1, 0) == 0 && mix("d", 1.0f) == 1.0);
  return 0;
}
