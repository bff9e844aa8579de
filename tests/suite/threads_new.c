// Threads: a test is inputs and a schedule; the program is asked whether it still follows.
// USE: threads_stay.steps
#include <pthread.h>

#include "heddle.h"

static int shared, limit = 3;

static void *add(void *step) {
  shared += *(int *)step;
  return 0;
}

int main(void) {
  pthread_t t;
  int one = 1, a;
  heddle_symbolic(&a, sizeof a, "a");
  if (a < 0) return 1;
  pthread_create(&t, 0, add, &one);
  shared += 2;
  pthread_join(t, 0);
  if (a > limit) return shared != 3;
  return 0;
}
