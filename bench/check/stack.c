/* stack: one thread pushes N values, the other tries N times to pop one. The values are numbers from 1 to N, or inputs (SYMBOLIC).
   1 base
   2 statistics: the highest number of elements, kept by the pusher and asserted at the end
   3 bound changed: the stack has one place more
   4 condition weakened: after the first push, pop without asking whether there is something
   5 fixed; the popped element is cleared
   6 refactoring: push and pop are functions */
#include "../threads/common.h"
#ifdef SYMBOLIC
#include <heddle.h>
#endif
#ifndef N
#define N 3
#endif
#if VERSION >= 3
#define PLACES (N + 1)
#else
#define PLACES N
#endif
pthread_mutex_t m;
SH(int) place[PLACES], top;
int value[N];
#if VERSION >= 2
int highest;
#endif
#if VERSION == 4
SH(int) used;
#endif

#if VERSION >= 6
static int stack_push(int v) {
  int t = top;
  assert(t < PLACES);
  place[t] = v;
  top = t + 1;
  return t + 1;
}

/* 0: there is nothing. */
static int stack_pop(void) {
  int t = top;
  if (t <= 0) return 0;
  int v = place[t - 1];
  place[t - 1] = 0;
  top = t - 1;
  return v;
}
#endif

void *pusher(void *arg) {
  for (int k = 0; k < N; k++) {
    LOCK(m);
#if VERSION >= 6
    int t = stack_push(value[k]);
    if (t > highest) highest = t;
#else
    int t = top;
    assert(t < PLACES);
    place[t] = value[k];
    top = t + 1;
#if VERSION == 4
    used = 1;
#endif
#if VERSION >= 2
    if (t + 1 > highest) highest = t + 1;
#endif
#endif
    UNLOCK(m);
  }
  return 0;
}

void *popper(void *arg) {
  for (int k = 0; k < N; k++) {
    LOCK(m);
#if VERSION >= 6
    int v = stack_pop();
    if (v) assert(v >= 1 && v <= N);
#else
    int t = top;
#if VERSION == 4
    if (used) {
#else
    if (t > 0) {
#endif
      assert(t > 0);
      int v = place[t - 1];
#if VERSION >= 5
      place[t - 1] = 0;
#endif
      top = t - 1;
      assert(v >= 1 && v <= N);
    }
#endif
    UNLOCK(m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  MINIT(m);
#ifdef SYMBOLIC
  heddle_symbolic(value, sizeof value, "value");
  for (int k = 0; k < N; k++) heddle_assume(value[k] >= 1 && value[k] <= N);
#else
  for (int k = 0; k < N; k++) value[k] = k + 1;
#endif
  SPAWN(a, pusher, 0);
  SPAWN(b, popper, 0);
  JOIN(a);
  JOIN(b);
#if VERSION >= 2
  assert(highest >= 1 && highest <= N);
#endif
  return 0;
}
