// Binary search among 7 elements with gaps between them: found at 7 places, or one of 8 gaps: 15 paths.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=15
// TESTS: 15
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const int v[7] = {10, 20, 30, 40, 50, 60, 70};
static int find(int k) {
  int low = 0, high = 7;
  while (low < high) {
    int mid = (low + high) / 2;
    if (v[mid] == k) return mid;
    if (v[mid] < k) low = mid + 1;
    else high = mid;
  }
  return -1;
}
int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  int i = find(k);
  if (i >= 0) assert(v[i] == k);
  return 0;
}
