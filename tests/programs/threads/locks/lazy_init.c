// Lazy initialisation with three threads, everything under the lock.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=6 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made, value;
static void *use(void *unused) {
  pthread_mutex_lock(&lock);
  if (!made) value += 42, made = 1;
  assert(value == 42);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
