// One element past a variable length array.
// VERDICT: unsafe
#include "heddle.h"
static int last(int n) {
  int a[n];
  for (int i = 0; i <= n; i++)
    a[i] = i; // FAIL-HERE: memory
  return a[0];
}
int main(void) { return last(6); }
