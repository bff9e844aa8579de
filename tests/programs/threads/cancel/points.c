// Sleeping, reading from an empty pipe, waiting for descriptors, with a limit of time: each can be cancelled.
// ARGS: --tests=failures
// VERDICT: safe
#include <assert.h>
#include <heddle.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
static int ends[2];
static sem_t never;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void give_back(void *p) { pthread_mutex_unlock(p); }
static void wait_long(void) {
  struct timespec until = {.tv_sec = 1L << 40};
  pthread_mutex_lock(&m);
  pthread_cleanup_push(give_back, &m);
  for (;;) pthread_cond_timedwait(&c, &m, &until);
  pthread_cleanup_pop(1);
}
static void *work(void *p) {
  char byte;
  switch (*(int *)p) {
  case 0: read(ends[0], &byte, 1); break;
  case 1: poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1); break;
  case 2: sem_wait(&never); break;
  case 3: wait_long(); break;
  default:
    for (;;) sleep(100);
  }
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  int which;
  heddle_symbolic(&which, sizeof which, "which");
  heddle_assume(which >= 0 && which <= 4);
  assert(pipe(ends) == 0);
  sem_init(&never, 0, 0);
  pthread_create(&t, NULL, work, &which);
  assert(pthread_cancel(t) == 0);
  assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
  return 0;
}
