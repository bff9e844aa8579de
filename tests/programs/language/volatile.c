// Volatile objects are read and written each time.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static volatile int v;
static volatile struct { int a; char b; } s = {1, 'x'};
int main(void) {
  for (int i = 0; i < 5; i++) v = v + i;
  assert(v == 10);
  volatile int *p = &v;
  (*p)++;
  s.b = 'y';
  assert(v == 11 && s.b == 'y' && s.a == 1);
  return 0;
}
