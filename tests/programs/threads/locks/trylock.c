// An attempt either takes the lock or says that it is busy, and both happen.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void *attempt(void *unused) {
  int result = pthread_mutex_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == EBUSY) return unused;
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
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
