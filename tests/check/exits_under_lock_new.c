// NEW-FAILURE: assert 17
/* The first thread ends the program with the lock in its hands: the second one fails behind the lock if it comes first. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *leave(void *arg) {
  pthread_mutex_lock(&lock);
  exit(0);
  return arg;
}

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  assert((long)arg + 1 < 1);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, leave, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
