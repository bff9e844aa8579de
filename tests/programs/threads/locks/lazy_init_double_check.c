// The flag is set before the value is there, and the first look does not take the lock.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, value;
static void *use(void *unused) {
  if (!made) {
    pthread_mutex_lock(&lock);
    if (!made) made = 1, value = 42;
    pthread_mutex_unlock(&lock);
  }
  int seen = value;
  assert(seen == 42); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
