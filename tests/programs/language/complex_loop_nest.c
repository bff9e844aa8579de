// Loops with break, continue and several counters.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
int main(void) {
  int n = 0, primes[30], np = 0;
  for (int i = 2; np < 30; i++) {
    int prime = 1;
    for (int j = 0; j < np && primes[j] * primes[j] <= i; j++)
      if (i % primes[j] == 0) { prime = 0; break; }
    if (!prime) continue;
    primes[np++] = i;
  }
  do n += primes[--np]; while (np);
  assert(primes[29] == 113 && n == 1593);
  return 0;
}
