// Steps of the old version that the schedule does not have are made on the way: the failure is an old one.
// OLD-FAILURE: assert 22
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, extra;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  int y = x;
  pthread_mutex_unlock(&m);
  assert(y == 0);
  pthread_join(t, NULL);
  return 0;
}
