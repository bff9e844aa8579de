// A thread writes while it only holds the lock for reading.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static void *add(void *unused) {
  pthread_rwlock_rdlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2); // FAIL-HERE: assert
  return 0;
}
