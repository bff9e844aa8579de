// Floats in vectors at -O2: element-wise work keeps every rounding.
// VERDICT: safe
// ARGS: -- -O2
#include <assert.h>
static float x[64], y[64];
static double d[33];
volatile int n = 64;
int main(void) {
  for (int i = 0; i < n; i++) x[i] = (float)i / 3.0f;
  for (int i = 0; i < 64; i++) y[i] = x[i] * 2.0f + 1.0f;
  for (int i = 0; i < 33; i++) d[i] = (double)x[i] * 0.1;
  float s = 0;
  for (int i = 0; i < 64; i++) s += y[i];
  volatile float third = 1 / 3.0f;
  assert(y[1] == third * 2.0f + 1.0f);
  assert(y[63] == 43.0f);
  assert(s > 1407.9f && s < 1408.1f && d[30] == 1.0);
  return 0;
}
