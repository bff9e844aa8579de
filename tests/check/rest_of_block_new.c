// NEW-FAILURE: race 10
// NEW-FAILURE: sync 20
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  x = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, work, NULL);
  pthread_create(&t[1], NULL, work, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[x & 1], NULL);
  return 0;
}
