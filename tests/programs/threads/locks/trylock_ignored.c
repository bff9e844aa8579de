// The result of the attempt is ignored: two threads are inside, and the second one unlocks what it does not hold.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *attempt(void *unused) {
  pthread_mutex_trylock(&lock);
  pthread_mutex_unlock(&lock); // FAIL-HERE: sync
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, attempt, NULL);
  pthread_create(&b, NULL, attempt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
