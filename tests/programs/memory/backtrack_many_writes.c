// A large array rewritten on each of 8 paths is restored each time.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=8
#include <assert.h>
#include "heddle.h"
static int a[200];
int main(void) {
  unsigned char b;
  int writes = 0;
  heddle_symbolic(&b, 1, "b");
  for (int bit = 0; bit < 3; bit++)
    if (b >> bit & 1) {
      for (int i = 0; i < 200; i++) a[i]++;
      writes++;
    }
  for (int i = 0; i < 200; i++) assert(a[i] == writes);
  return 0;
}
