/* ticket: a ticket lock that N threads try once each; who is served has the variable for itself.
   1 base
   2 log: each thread writes down its ticket, and main asserts that it is one
   3 refactoring: taking a ticket is a function
   4 condition weakened: a thread with a lower ticket than the one that is served may enter
   5 ticket taken by a read and a write: two threads can have the same
   6 both fixed */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
SH(int) next, serving, x;
#if VERSION >= 2
int taken[N];
#endif

#if VERSION >= 3
static int take(void) {
#if VERSION == 5
  int t = next;
  next = t + 1;
  return t;
#else
  return FAA(&next, 1);
#endif
}
#endif

void *customer(void *arg) {
  int id = (int)(long)arg;
#if VERSION >= 3
  int t = take();
#else
  int t = FAA(&next, 1);
#endif
#if VERSION >= 2
  taken[id] = t;
#endif
#if VERSION == 4 || VERSION == 5
  if (t > serving) return 0;
#else
  if (t != serving) return 0;
#endif
  x = id;
  assert(x == id);
  serving = t + 1;
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long k = 0; k < N; k++) SPAWN(t[k], customer, k);
  for (int k = 0; k < N; k++) JOIN(t[k]);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(taken[k] >= 0 && taken[k] < N);
#endif
  return 0;
}
