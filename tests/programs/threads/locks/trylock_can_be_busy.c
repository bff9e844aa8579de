// It is a mistake to believe that the attempt succeeds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  int result = pthread_mutex_trylock(&lock);
  assert(result == 0); // FAIL-HERE: assert
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
