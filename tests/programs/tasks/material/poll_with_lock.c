// A loop that lets go of a lock and takes it again only waits; others get the lock in between: no deadlock.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *p) {
  struct timespec until = {0};
  pthread_mutex_lock(&mutex);
  while (!ready) {
#ifdef TIMED
    pthread_cond_timedwait(&condition, &mutex, &until);
#else
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
  }
  pthread_mutex_unlock(&mutex);
  assert(!p);
  return &until == 0 ? p : 0;
}
static void *setter(void *p) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, &ready);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
