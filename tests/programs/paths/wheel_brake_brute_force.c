// The 24 of wheel_brake.c counted by running all inputs in -4..6 concretely and collecting the combinations of outcomes.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int combination(int pos, int bswitch, int cmd) {
  int a, b, c;
  if (pos <= 0) cmd += 1, a = 0;
  else if (pos == 1) cmd += 2, a = 1;
  else cmd = pos, a = 2;
  cmd += 1;
  b = bswitch == 0 ? 0 : bswitch == 1 ? 1 : 2;
  c = cmd == 2 ? 0 : cmd == 3 ? 1 : 2;
  return a * 9 + b * 3 + c;
}
int main(void) {
  int seen[27] = {0}, n = 0;
  for (int p = -4; p <= 6; p++)
    for (int b = -4; b <= 6; b++)
      for (int c = -4; c <= 6; c++) seen[combination(p, b, c)] = 1;
  for (int i = 0; i < 27; i++) n += seen[i];
  assert(n == 24);
  return 0;
}
