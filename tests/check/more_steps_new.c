// The other way round: steps that the old version does not have are left out.
// OLD-FAILURE: assert 25
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, extra;

static void *work(void *arg) {
  pthread_mutex_lock(&n);
  extra++;
  pthread_mutex_unlock(&n);
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
