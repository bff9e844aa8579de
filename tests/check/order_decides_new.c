// NEW-FAILURE: assert 20
/* Nothing that waits is affected, and the first schedule shows no failure: who has the lock first decides about the assertion. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  last = (int)(long)arg;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++) pthread_create(&thread[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], 0);
  assert(last + 1 > 1);
  return 0;
}
