/* dekker: Dekker's mutual exclusion, N rounds, where a thread gives up after one failed poll.
   1 base
   2 statistics: each thread counts its visits, and main asserts a bound
   3 refactoring: a local is renamed, braces are added: the same program
   4 statement deleted: the first thread does not look again before it enters
   5 fixed; the turn is passed on before the flag is taken down in the second thread too
   6 condition written in another way: a flag is up if it is above 0 */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
SH(int) flag1, flag2, turn, x;
#if VERSION >= 2
int visits[2];
#endif

void *first(void *arg) {
#if VERSION >= 3
  for (int round = 0; round < N; round++) {
    flag1 = 1;
    if (flag2 >= 1) {
      if (turn != 0) {
        flag1 = 0;
        if (turn != 0) { return 0; }
        flag1 = 1;
      }
#if VERSION == 4
#elif VERSION >= 6
      if (flag2 > 0) { return 0; }
#else
      if (flag2 >= 1) { return 0; }
#endif
    }
#else
  for (int k = 0; k < N; k++) {
    flag1 = 1;
    if (flag2 >= 1) {
      if (turn != 0) {
        flag1 = 0;
        if (turn != 0) return 0;
        flag1 = 1;
      }
      if (flag2 >= 1) return 0;
    }
#endif
    x = 0;
    assert(x <= 0);
#if VERSION >= 2
    visits[0]++;
#endif
    turn = 1;
    flag1 = 0;
  }
  return 0;
}

void *second(void *arg) {
  for (int k = 0; k < N; k++) {
    flag2 = 1;
    if (flag1 >= 1) {
      if (turn != 1) {
        flag2 = 0;
        if (turn != 1) return 0;
        flag2 = 1;
      }
      if (flag1 >= 1) return 0;
    }
    x = 1;
    assert(x >= 1);
#if VERSION >= 2
    visits[1]++;
#endif
#if VERSION >= 5
    turn = 0;
    flag2 = 0;
#else
    flag2 = 0;
    turn = 0;
#endif
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
  assert(visits[0] <= N && visits[1] <= N);
#endif
  return 0;
}
