/* Account with inputs for the amounts: N deposits of y, N withdrawals of z, a check when all are done. FAIL: a withdrawal gives its lock
   back between reading and writing the balance. */
#include "../threads/common.h"
#include <heddle.h>
#ifndef N
#define N 1
#endif
pthread_mutex_t m; unsigned x, y, z; SH(unsigned) balance; SH(int) done;
void *deposit(void *p) { LOCK(m); balance = balance + y; done = done + 1; UNLOCK(m); return 0; }
void *withdraw(void *p) {
  LOCK(m);
  unsigned b = balance;
#ifdef FAIL
  UNLOCK(m); LOCK(m);
#endif
  balance = b - z; done = done + 1;
  UNLOCK(m); return 0; }
void *check(void *p) { LOCK(m); if (done == 2 * N) assert(balance == x + N * y - N * z); UNLOCK(m); return 0; }
int main(void) {
  pthread_t t[2 * N + 1]; MINIT(m);
  heddle_symbolic(&x, sizeof x, "x"); heddle_symbolic(&y, sizeof y, "y"); heddle_symbolic(&z, sizeof z, "z");
  balance = x;
  SPAWN(t[2 * N], check, 0);
  for (int k = 0; k < N; k++) { SPAWN(t[2*k], deposit, 0); SPAWN(t[2*k+1], withdraw, 0); }
  for (int k = 0; k <= 2 * N; k++) JOIN(t[k]);
  return 0;
}
