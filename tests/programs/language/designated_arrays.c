// Partial, designated and range initialisers; strings in arrays.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static const short t[20] = {[5 ... 9] = 7, [19] = -1, 0};
int main(void) {
  char s[] = "hello", u[8] = "ab";
  char exact[3] = {'a', 'b', 'c'};
  int local[6] = {1, 2};
  assert(sizeof s == 6 && u[2] == 0 && u[7] == 0 && exact[2] == 'c' && local[5] == 0 && local[1] == 2);
  assert(t[4] == 0 && t[5] == 7 && t[9] == 7 && t[10] == 0 && t[19] == -1);
  return 0;
}
