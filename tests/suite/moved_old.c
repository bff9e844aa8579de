#include <pthread.h>

#include "heddle.h"

static int shared;

static void *add(void *step) {
  shared += *(int *)step;
  return 0;
}

static int result(int a) {
  return a > 3 && shared == 3;
}

int main(void) {
  pthread_t t;
  int one = 1, a;
  heddle_symbolic(&a, sizeof a, "a");
  pthread_create(&t, 0, add, &one);
  shared += 2;
  pthread_join(t, 0);
  return result(a);
}
