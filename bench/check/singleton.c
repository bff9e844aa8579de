/* singleton: one thread makes the object, N others write a letter through the pointer to it.
   1 base
   2 refactoring: the object is made by a function that also says what is in it at first
   3 statistics: each writer leaves a mark, and main counts the marks
   4 statement moved: the maker is joined after the writers have started
   5 fixed; the writers have a third letter
   6 condition weakened: any capital letter will do */
#include "../threads/common.h"
#ifndef N
#define N 4
#endif
SH(int) *object;
#if VERSION >= 3
int mark[N];
#endif

#if VERSION >= 2
static SH(int) *object_new(int first) {
  SH(int) *o = malloc(sizeof *o);
  *o = first;
  return o;
}
#endif

void *make(void *arg) {
#if VERSION >= 2
  object = object_new('X');
#else
  object = malloc(sizeof *object);
#endif
  return 0;
}

void *write(void *arg) {
  long id = (long)arg;
#if VERSION >= 5
  *object = "XYZ"[id % 3];
#else
  *object = id % 2 ? 'Y' : 'X';
#endif
#if VERSION >= 3
  mark[id] = 1;
#endif
  return 0;
}

void *start(void *arg) {
  pthread_t t[N + 1];
  SPAWN(t[N], make, 0);
#if VERSION != 4
  JOIN(t[N]);
#endif
  for (long k = 0; k < N; k++) SPAWN(t[k], write, k);
#if VERSION == 4
  JOIN(t[N]);
#endif
  for (int k = 0; k < N; k++) JOIN(t[k]);
  return 0;
}

int main(void) {
  pthread_t t;
  SPAWN(t, start, 0);
  JOIN(t);
  int letter = *object;
#if VERSION >= 6
  assert(letter >= 'A' && letter <= 'Z');
#elif VERSION == 5
  assert(letter == 'X' || letter == 'Y' || letter == 'Z');
#else
  assert(letter == 'X' || letter == 'Y');
#endif
#if VERSION >= 3
  int marks = 0;
  for (int k = 0; k < N; k++) marks += mark[k];
  assert(marks == N);
#endif
  free((void *)object);
  return 0;
}
