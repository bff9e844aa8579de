// Floats printed as the native library prints them.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[64];
  static const double v[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.987654321, 0.1, 1e100, 2.5, 0.5, 1.0 / 3};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf("%f %e %g %.3f %10.2f|%-12.4e|%+.0f %G\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
  snprintf(b, sizeof b, "%.2f", 2.675);
  assert(!strcmp(b, "2.67") || !strcmp(b, "2.68"));
  snprintf(b, sizeof b, "%.1f", 0.25);
  assert(!strcmp(b, "0.2"));
  printf("%s %g %g\n", b, 1e15, 1e16);
  return 0;
}
