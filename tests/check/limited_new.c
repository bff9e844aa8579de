// OLD-FAILURE: assert 5
// ARGS: --max-runs=20
#include <assert.h>
#include <heddle.h>
static void chk(int n) { assert(n != 40); }
int main(void) {
  int a; heddle_symbolic(&a, sizeof a, "a");
  if (a < 100 || a > 140) return 0;   /* new: validate */
  int n = 0;
  for (int i = 0; i < 64; i++) if (a > i * 3) n++;
  chk(n);
  return 0;
}
