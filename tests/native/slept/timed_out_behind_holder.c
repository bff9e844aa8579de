// The wait times out while the other thread holds the mutex, before its signal.
// EACH: assert 134
// USE: ../slept_fails.steps
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *announces(void *unused) {
  pthread_mutex_lock(&m);
  usleep(300000);
  flag = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_nsec += 100000000;
  if (soon.tv_nsec >= 1000000000) soon.tv_sec++, soon.tv_nsec -= 1000000000;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, announces, NULL);
  int result = pthread_cond_timedwait(&c, &m, &soon), seen = flag;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(!(result == ETIMEDOUT && seen));
  return 0;
}
