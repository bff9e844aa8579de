// Recursion: factorial, Ackermann, mutual recursion.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static unsigned long fact(unsigned n) { return n ? n * fact(n - 1) : 1; }
static unsigned ack(unsigned m, unsigned n) { return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int main(void) {
  assert(fact(20) == 2432902008176640000UL && ack(2, 9) == 21 && ack(3, 4) == 125);
  assert(even(1000) && !odd(1000));
  return 0;
}
