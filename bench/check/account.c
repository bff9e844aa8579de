/* account: N deposits and N withdrawals under a lock, and a check of the balance when all of them are done.
   1 base
   2 log: each thread writes down what it did, and main reads the log
   3 lock moved: a withdrawal is counted in a critical section of its own, after the balance was written
   4 lock removed: withdrawals update the balance without it
   5 lock added again
   6 log: only every second entry is kept */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
enum { START = 1, DEPOSIT = 2, WITHDRAWAL = 4 };
pthread_mutex_t m;
SH(int) balance = START, deposits, withdrawals;
#if VERSION >= 2
int entry[2 * N];
static void note(int slot, int amount) {
#if VERSION >= 6
  if (slot % 2) return;
#endif
  entry[slot] = amount;
}
#endif

void *deposit(void *arg) {
  LOCK(m);
  balance = balance + DEPOSIT;
  deposits = deposits + 1;
  UNLOCK(m);
#if VERSION >= 2
  note((int)(long)arg, DEPOSIT);
#endif
  return 0;
}

void *withdraw(void *arg) {
#if VERSION != 4
  LOCK(m);
#endif
  balance = balance - WITHDRAWAL;
#if VERSION == 3 || VERSION == 5 || VERSION == 6
  UNLOCK(m);
#endif
#if VERSION >= 3
  LOCK(m);
#endif
  withdrawals = withdrawals + 1;
  UNLOCK(m);
#if VERSION >= 2
  note((int)(long)arg, -WITHDRAWAL);
#endif
  return 0;
}

void *check(void *arg) {
  LOCK(m);
  if (deposits == N && withdrawals == N) assert(balance == START + N * DEPOSIT - N * WITHDRAWAL);
  UNLOCK(m);
  return 0;
}

int main(void) {
  pthread_t t[2 * N + 1];
  MINIT(m);
  SPAWN(t[2 * N], check, 0);
  for (long k = 0; k < N; k++) {
    SPAWN(t[2 * k], deposit, 2 * k);
    SPAWN(t[2 * k + 1], withdraw, 2 * k + 1);
  }
  for (int k = 0; k <= 2 * N; k++) JOIN(t[k]);
#if VERSION >= 2
  for (int k = 0; k < 2 * N; k++) assert(entry[k] == 0 || entry[k] == DEPOSIT || entry[k] == -WITHDRAWAL);
#endif
  return 0;
}
