// Linear search for an input among 9 different values: 9 hits and a miss.
// VERDICT: safe
// RUNS: full=10
// TESTS: 10
#include "heddle.h"
static const int v[9] = {4, 8, 15, 16, 23, 42, 108, -1, 0};
int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  for (int i = 0; i < 9; i++)
    if (v[i] == k) return i;
  return -1;
}
