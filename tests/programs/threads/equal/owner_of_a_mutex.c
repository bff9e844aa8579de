// Two equal threads try a mutex, then let go of it whether they have it or not. Only its owner may.
// VERDICT: unsafe
// FAILURE: sync 15
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg) {
  int had = pthread_mutex_trylock(&mutex) == 0;
  __atomic_fetch_add(&count, had ? 1 : 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 1 && had) pthread_mutex_unlock(&mutex);
  else if (__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 2) {
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
