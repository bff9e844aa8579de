// NEW-FAILURE: assert 12
// NEW-FAILURE: assert 13
/* The first thread fails with the lock in its hands: what the second one does behind the lock happens only if it comes first. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  long number = (long)arg;
  pthread_mutex_lock(&lock);
  if (number == 0) assert(number + 2 < 2);
  else assert(number + 2 < 3);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++) pthread_create(&thread[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], 0);
  return 0;
}
