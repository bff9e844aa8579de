/* reorder: N threads set two variables in a fixed order; a checker reads them in the other order and must not see the second alone.
   1 base
   2 statistics: each setter leaves a mark, and main counts the marks
   3 condition weakened: what the checker tolerates
   4 order of the two stores swapped: the checker can see the second variable alone
   5 order restored; the condition is the old one again
   6 added: a third variable that is set last, and checked first */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
SH(int) a, b;
#if VERSION >= 6
SH(int) c;
#endif
#if VERSION >= 2
int mark[N];
#endif

void *set(void *arg) {
#if VERSION == 4
  b = -1;
  a = 1;
#else
  a = 1;
  b = -1;
#endif
#if VERSION >= 6
  c = 2;
#endif
#if VERSION >= 2
  mark[(long)arg] = 1;
#endif
  return 0;
}

void *check(void *arg) {
#if VERSION >= 6
  int z = c;
#endif
  int y = b, x = a;
#if VERSION == 3 || VERSION == 4
  assert(y == 0 || x == 1);
#else
  assert(!(y == -1 && x == 0));
#endif
#if VERSION >= 6
  assert(z == 0 || y == -1);
#endif
  return 0;
}

int main(void) {
  pthread_t t[N + 1];
  for (long k = 0; k < N; k++) SPAWN(t[k], set, k);
  SPAWN(t[N], check, 0);
  for (int k = 0; k <= N; k++) JOIN(t[k]);
#if VERSION >= 2
  int marks = 0;
  for (int k = 0; k < N; k++) marks += mark[k];
  assert(marks == N);
#endif
  return 0;
}
