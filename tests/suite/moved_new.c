// Every instruction has another number now, and the threads execute more of them than before. The steps of a schedule are
// still there, each at the instruction that has taken the place of its own.
// USE: threads_stay.steps
#include <pthread.h>

#include "heddle.h"

static int shared;

static int result(int a) {
  int limit = 1;
  for (int i = 0; i < 2; i++) limit++;
  return a > limit && shared == 3;
}

static int value(int step) {
  return step * 4 / 2 - step;
}

static void *add(void *step) {
  shared += value(*(int *)step);
  return 0;
}

int main(void) {
  pthread_t t;
  int one = 1, a;
  heddle_symbolic(&a, sizeof a, "a");
  pthread_create(&t, 0, add, &one);
  shared += value(2);
  pthread_join(t, 0);
  return result(a);
}
