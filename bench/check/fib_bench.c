/* fib_bench: two threads add each other's number to their own, N rounds each; the results stay below a Fibonacci number.
   1 base
   2 statistics: each thread counts its rounds, and main asserts the counts
   3 statement modified: the sum is computed before it is stored; the assertion names both sides
   4 refactoring: the bound is computed by a function of its own
   5 condition strengthened by mistake: the results must stay below the bound that they can reach
   6 fixed; the counts are deleted again */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
SH(int) i = 1, j = 1;
#if VERSION >= 2 && VERSION < 6
int rounds[2];
#endif

void *left(void *arg) {
  for (int k = 0; k < N; k++) {
#if VERSION >= 3
    int other = j, own = i;
    i = own + other;
#else
    i = i + j;
#endif
#if VERSION >= 2 && VERSION < 6
    rounds[0]++;
#endif
  }
  return 0;
}

void *right(void *arg) {
  for (int k = 0; k < N; k++) {
    j = j + i;
#if VERSION >= 2 && VERSION < 6
    rounds[1]++;
#endif
  }
  return 0;
}

#if VERSION >= 4
static int highest(int steps) {
  int p = 1, q = 1;
  for (int k = 0; k < steps; k++) {
    int r = p + q;
    p = q;
    q = r;
  }
  return q;
}
#endif

int main(void) {
#if VERSION >= 4
  int most = highest(2 * N);
#else
  int p = 1, most = 1;
  for (int k = 0; k < 2 * N; k++) {
    int r = p + most;
    p = most;
    most = r;
  }
#endif
  pthread_t a, b;
  SPAWN(a, left, 0);
  SPAWN(b, right, 0);
  JOIN(a);
  JOIN(b);
#if VERSION == 5
  assert(i < most && j < most);
#elif VERSION >= 3
  assert(i <= most);
  assert(j <= most);
#else
  assert(i <= most && j <= most);
#endif
#if VERSION >= 2 && VERSION < 6
  assert(rounds[0] == N && rounds[1] == N);
#endif
  return 0;
}
