// A numeric loop whose result depends on every rounding: a Newton iteration and a harmonic sum.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdio.h>
int main(void) {
  double x = 1, h = 0;
  float hf = 0;
  for (int i = 0; i < 20; i++) x = (x + 2 / x) / 2;
  for (int i = 1; i <= 1000; i++) h += 1.0 / i, hf += 1.0f / i;
  assert(x * x > 1.9999999999999993 && x * x < 2.0000000000000009);
  printf("%.17g %.17g %.9g\n", x, h, hf);
  return 0;
}
