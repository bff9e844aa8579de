// A reader that wants to write waits for all readers, itself among them.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static void *upgrade(void *unused) {
  pthread_rwlock_rdlock(&lock);
  if (value == 0) {
    pthread_rwlock_wrlock(&lock); // FAIL-HERE: deadlock
    value = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, upgrade, NULL);
  pthread_create(&b, NULL, upgrade, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
