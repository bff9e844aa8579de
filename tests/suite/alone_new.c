// main waits for ever before there are other threads. That is a deadlock, as before, but nobody can follow the old schedules.
// USE: threads_go.steps
#include <pthread.h>

static pthread_barrier_t barrier;

static void *wait(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, 0, 2);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, wait, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
