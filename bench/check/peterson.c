/* peterson: Peterson's mutual exclusion, N rounds, where a thread gives up after one failed poll.
   1 base
   2 log: the second thread writes down how often it gave up, and main asserts that it was once at most
   3 order of flag and turn swapped in the second thread: both can enter
   4 fixed
   5 added: a second variable that is written inside, with an assertion of its own
   6 bound changed: the second thread has one round less */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
#if VERSION >= 6
#define SECOND_ROUNDS (N - 1)
#else
#define SECOND_ROUNDS N
#endif
SH(int) flag1, flag2, turn, x;
#if VERSION >= 5
SH(int) y;
#endif
#if VERSION >= 2
int gave_up;
#endif

void *first(void *arg) {
  for (int k = 0; k < N; k++) {
    flag1 = 1;
    turn = 1;
    if (flag2 == 1 && turn == 1) return 0;
    x = 0;
    assert(x <= 0);
#if VERSION >= 5
    y = k;
    assert(y == k);
#endif
    flag1 = 0;
  }
  return 0;
}

void *second(void *arg) {
  for (int k = 0; k < SECOND_ROUNDS; k++) {
#if VERSION == 3
    turn = 0;
    flag2 = 1;
#else
    flag2 = 1;
    turn = 0;
#endif
    if (flag1 == 1 && turn == 0) {
#if VERSION >= 2
      gave_up++;
#endif
      return 0;
    }
    x = 1;
    assert(x >= 1);
#if VERSION >= 5
    y = -1;
#endif
    flag2 = 0;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  SPAWN(a, first, 0);
  SPAWN(b, second, 0);
  JOIN(a);
  JOIN(b);
#if VERSION >= 2
  assert(gave_up <= 1);
#endif
  return 0;
}
