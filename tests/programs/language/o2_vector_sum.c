// Compiled at -O2 with vectorised loops: vector adds, compares, selects and reductions.
// VERDICT: safe
// ARGS: -- -O2
#include <assert.h>
static int a[103];
static unsigned char bytes[77];
volatile int n = 103;
int main(void) {
  int sum = 0, most = -1000, even = 0;
  unsigned total = 0;
  for (int i = 0; i < n; i++) a[i] = i * 7 % 50 - 20;
  for (int i = 0; i < 103; i++) sum += a[i];
  for (int i = 0; i < 103; i++) most = a[i] > most ? a[i] : most;
  for (int i = 0; i < 103; i++) even += !(a[i] & 1);
  for (int i = 0; i < 77; i++) bytes[i] = (unsigned char)(i * 5);
  for (int i = 0; i < 77; i++) total += bytes[i];
  assert(sum == 411);
  assert(most == 29);
  assert(even == 52);
  assert(total == 8230);
  return 0;
}
