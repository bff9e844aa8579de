// Results of the functions of cancellation, with good and bad arguments.
// ARGS: --max-runs=1
// VERDICT: incomplete
// REASON: limit of 1 runs
// OUTPUT-LIKE-NATIVE: yes
#include "results.h"
#include <unistd.h>

static sem_t never;

static void *settings(void *arg) {
  int old = -1;
  GIVES(0, pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
  printf("was %d\n", old);
  GIVES(0, pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old));
  printf("was %d\n", old);
  GIVES(EINVAL, pthread_setcancelstate(2, &old));
  GIVES(EINVAL, pthread_setcancelstate(-1, &old));
  GIVES(0, pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
  printf("was %d\n", old);
  GIVES(0, pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));
  printf("was %d\n", old);
  GIVES(EINVAL, pthread_setcanceltype(2, &old));
  GIVES(EINVAL, pthread_setcanceltype(-1, &old));
  pthread_testcancel();
  return arg;
}

static void *wait(void *arg) {
  sem_wait(&never);
  return arg;
}

static void *ask_for_itself(void *arg) {
  GIVES(0, pthread_cancel(pthread_self()));
  printf("goes on\n");
  pthread_testcancel();
  printf("does not go on\n");
  return arg;
}

static void run(void *(*function)(void *), int cancel) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, function, NULL);
  if (cancel) GIVES(0, pthread_cancel(thread));
  GIVES(0, pthread_join(thread, &result));
  printf("%s\n", result == PTHREAD_CANCELED ? "was cancelled" : "has returned");
}

int main(void) {
  sem_init(&never, 0, 0);
  run(settings, 0);
  run(wait, 1);
  run(ask_for_itself, 0);
  return 0;
}
