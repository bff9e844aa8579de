// The end of main ends the other threads wherever they are; what they would have done later never happens.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *waits_for_ever(void *unused) {
  pthread_mutex_lock(&lock);
  assert(0);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, waits_for_ever, NULL);
  return 0;
}
