/* szymanski: Szymanski's mutual exclusion, N rounds, where a thread gives up after one failed poll.
   1 base
   2 refactoring: the stages have names; the same program
   3 statistics: the second thread counts its visits, and main asserts a bound
   4 condition weakened: the last wait of the first thread lets one stage more pass
   5 fixed; the first wait is asked for in the other direction
   6 statements deleted: the first and the last wait of the first thread */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
#if VERSION >= 2
enum stage { OUT, WANTS, WAITS, DOOR, INSIDE };
#else
#define OUT 0
#define WANTS 1
#define WAITS 2
#define DOOR 3
#define INSIDE 4
#endif
SH(int) flag1, flag2, x;
#if VERSION >= 3
int visits;
#endif

void *first(void *arg) {
  for (int k = 0; k < N; k++) {
    flag1 = WANTS;
#if VERSION >= 6
#elif VERSION >= 5
    if (!(flag2 < DOOR)) return 0;
#else
    if (flag2 >= DOOR) return 0;
#endif
    flag1 = DOOR;
    if (flag2 == WANTS) {
      flag1 = WAITS;
      if (flag2 != INSIDE) return 0;
    }
    flag1 = INSIDE;
#if VERSION == 4
    if (flag2 >= DOOR) return 0;
#elif VERSION < 6
    if (flag2 >= WAITS) return 0;
#endif
    x = 0;
    assert(x <= 0);
    int other = flag2;
    if (other >= WAITS && other <= DOOR) return 0;
    flag1 = OUT;
  }
  return 0;
}

void *second(void *arg) {
  for (int k = 0; k < N; k++) {
    flag2 = WANTS;
    if (flag1 >= DOOR) return 0;
    flag2 = DOOR;
    if (flag1 == WANTS) {
      flag2 = WAITS;
      if (flag1 != INSIDE) return 0;
    }
    flag2 = INSIDE;
    if (flag1 >= WAITS) return 0;
    x = 1;
    assert(x >= 1);
#if VERSION >= 3
    visits++;
#endif
    int other = flag1;
    if (other >= WAITS && other <= DOOR) return 0;
    flag2 = OUT;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  SPAWN(a, first, 0);
  SPAWN(b, second, 0);
  JOIN(a);
  JOIN(b);
#if VERSION >= 3
  assert(visits <= N);
#endif
  return 0;
}
