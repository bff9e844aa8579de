// rand is a fixed sequence by default: one path, values in range, srand repeats it.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int a[5];
  srand(1);
  for (int i = 0; i < 5; i++) a[i] = rand(), assert(a[i] >= 0 && a[i] <= RAND_MAX);
  srand(1);
  for (int i = 0; i < 5; i++) assert(rand() == a[i]);
  return 0;
}
