/* queue: one thread enqueues N values and keeps a copy of each, the other tries N times to dequeue and compares with the copies.
   The values are numbers, or inputs (SYMBOLIC).
   1 base
   2 log: the dequeuer notes its failed attempts, and main asserts a bound
   3 lock removed: the enqueuer keeps its copy after it has given the lock back
   4 fixed: the copy is made before the lock is taken
   5 statement added: a dequeued place is cleared
   6 bound changed: the ring has one place more */
#include "../threads/common.h"
#ifdef SYMBOLIC
#include <heddle.h>
#endif
#ifndef N
#define N 3
#endif
#if VERSION >= 6
#define PLACES (N + 1)
#else
#define PLACES N
#endif
pthread_mutex_t m;
SH(int) place[PLACES], amount, copy[N];
int head, tail, value[N];
#if VERSION >= 2
int empty;
#endif

void *enqueuer(void *arg) {
  for (int k = 0; k < N; k++) {
#if VERSION >= 4
    copy[k] = value[k];
#endif
    LOCK(m);
    place[tail] = value[k];
#if VERSION < 3
    copy[k] = value[k];
#endif
    tail = (tail + 1) % PLACES;
    amount = amount + 1;
    UNLOCK(m);
#if VERSION == 3
    copy[k] = value[k];
#endif
  }
  return 0;
}

void *dequeuer(void *arg) {
  int taken = 0;
  for (int k = 0; k < N; k++) {
    LOCK(m);
    if (amount > 0) {
      int v = place[head];
#if VERSION >= 5
      place[head] = 0;
#endif
      head = (head + 1) % PLACES;
      amount = amount - 1;
      assert(amount >= 0);
      assert(v == copy[taken]);
      taken++;
#if VERSION >= 2
    } else {
      empty++;
#endif
    }
    UNLOCK(m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  MINIT(m);
#ifdef SYMBOLIC
  heddle_symbolic(value, sizeof value, "value");
#else
  for (int k = 0; k < N; k++) value[k] = k + 1;
#endif
  SPAWN(a, enqueuer, 0);
  SPAWN(b, dequeuer, 0);
  JOIN(a);
  JOIN(b);
#if VERSION >= 2
  assert(empty <= N);
#endif
  return 0;
}
