// Bubble sort: one path per order of 4 elements (ties take the side of "not greater"): 4! = 24.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=24
// TESTS: 24
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
#define N 4
static int a[N];
int main(void) {
  heddle_symbolic(a, sizeof a, "a");
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < N - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
  return 0;
}
