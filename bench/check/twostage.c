/* twostage: N threads set one number, then another that depends on it, each under a mutex of its own; one thread reads both.
   1 base
   2 log: each setter writes down what it stored, and main reads the log
   3 statement modified: the second number is twice the first, and the reader knows
   4 lock moved: the reader gives the first lock back only after the second number was read
   5 condition strengthened by mistake: the second number must be there whenever the first one is
   6 fixed by a lock around both stages of a setter */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_mutex_t m1, m2;
SH(int) d1, d2;
#if VERSION >= 2
int stored[N];
#endif
#if VERSION >= 3
#define SECOND(x) (2 * (x))
#else
#define SECOND(x) ((x) + 1)
#endif

void *setter(void *arg) {
  LOCK(m1);
  d1 = 1;
#if VERSION < 6
  UNLOCK(m1);
#endif
  LOCK(m2);
  int second = SECOND(d1);
  d2 = second;
  UNLOCK(m2);
#if VERSION >= 6
  UNLOCK(m1);
#endif
#if VERSION >= 2
  stored[(long)arg] = second;
#endif
  return 0;
}

void *reader(void *arg) {
  LOCK(m1);
  int x = d1;
#if VERSION < 4
  UNLOCK(m1);
#endif
  LOCK(m2);
  int y = d2;
  UNLOCK(m2);
#if VERSION >= 4
  UNLOCK(m1);
#endif
#if VERSION >= 5
  if (x != 0) assert(y == SECOND(x));
#else
  if (x != 0) assert(y == SECOND(x) || y == 0);
#endif
  return 0;
}

int main(void) {
  pthread_t t[N + 1];
  MINIT(m1);
  MINIT(m2);
  for (long k = 0; k < N; k++) SPAWN(t[k], setter, k);
  SPAWN(t[N], reader, 0);
  for (int k = 0; k <= N; k++) JOIN(t[k]);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(stored[k] == SECOND(1));
#endif
  return 0;
}
