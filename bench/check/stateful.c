/* stateful: N pairs of threads change two numbers, each under a mutex of its own.
   1 base
   2 refactoring: one function changes a number under its lock
   3 statement modified: other amounts, and the assertion follows
   4 log: who came last, under a mutex of its own
   5 locks moved: the second number is changed while the first one is still locked
   6 locks swapped in one kind of thread: the two orders can wait for each other */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_mutex_t ma, mb;
SH(int) d1 = 10, d2 = 10;
#if VERSION >= 3
enum { UP1 = 2, UP2 = 1, UP3 = 4, DOWN = 5 };
#else
enum { UP1 = 1, UP2 = 1, UP3 = 5, DOWN = 6 };
#endif
#if VERSION >= 4
pthread_mutex_t ml;
SH(int) last;
static void came(int who) {
  LOCK(ml);
  last = who;
  UNLOCK(ml);
}
#endif
#if VERSION >= 2
static void change(pthread_mutex_t *lock, SH(int) *number, int amount) {
  pthread_mutex_lock(lock);
  *number = *number + amount;
  pthread_mutex_unlock(lock);
}
#endif

void *first(void *arg) {
#if VERSION >= 5
  LOCK(ma);
  d1 = d1 + UP1;
  change(&mb, &d2, UP2);
  UNLOCK(ma);
#elif VERSION >= 2
  change(&ma, &d1, UP1);
  change(&mb, &d2, UP2);
#else
  LOCK(ma);
  d1 = d1 + UP1;
  UNLOCK(ma);
  LOCK(mb);
  d2 = d2 + UP2;
  UNLOCK(mb);
#endif
#if VERSION >= 4
  came(1);
#endif
  return 0;
}

void *second(void *arg) {
#if VERSION >= 6
  LOCK(mb);
  d2 = d2 - DOWN;
  change(&ma, &d1, UP3);
  UNLOCK(mb);
#elif VERSION >= 5
  LOCK(ma);
  d1 = d1 + UP3;
  change(&mb, &d2, -DOWN);
  UNLOCK(ma);
#elif VERSION >= 2
  change(&ma, &d1, UP3);
  change(&mb, &d2, -DOWN);
#else
  LOCK(ma);
  d1 = d1 + UP3;
  UNLOCK(ma);
  LOCK(mb);
  d2 = d2 - DOWN;
  UNLOCK(mb);
#endif
#if VERSION >= 4
  came(2);
#endif
  return 0;
}

int main(void) {
  pthread_t t[2 * N];
  MINIT(ma);
  MINIT(mb);
#if VERSION >= 4
  MINIT(ml);
#endif
  for (int k = 0; k < N; k++) {
    SPAWN(t[2 * k], first, 0);
    SPAWN(t[2 * k + 1], second, 0);
  }
  for (int k = 0; k < 2 * N; k++) JOIN(t[k]);
  assert(d1 == 10 + (UP1 + UP3) * N && d2 == 10 + (UP2 - DOWN) * N);
#if VERSION >= 4
  assert(last == 1 || last == 2);
#endif
  return 0;
}
