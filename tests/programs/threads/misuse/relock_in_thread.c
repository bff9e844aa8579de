// A function that locks calls another one that locks too, only if the other thread was first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void report(void) {
  pthread_mutex_lock(&lock); // FAIL-HERE: sync relock
  count = 0;
  pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (++count == 2) report();
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
