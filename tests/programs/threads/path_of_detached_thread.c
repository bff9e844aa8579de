// A replay leaves what a thread does by itself until somebody needs it, so here the detached thread moves last, after main: the path
// is the same nevertheless.
// VERDICT: safe
// RUNS: full=1
// REPLAY: yes
#include <pthread.h>

static int shared;

static void *alone(void *arg) {
  int local = arg != NULL;
  return local ? arg : NULL;
}

static void *writes(void *arg) {
  shared = 1;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, alone, NULL);
  pthread_create(&second, NULL, writes, NULL);
  pthread_detach(first);
  pthread_join(second, NULL);
  return shared - 1;
}
