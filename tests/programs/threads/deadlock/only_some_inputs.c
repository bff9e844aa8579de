// The order of the locks depends on the input: the deadlock needs a certain value and a certain schedule.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// INPUT: x == 7
// REPLAY: yes
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *both(void *p) {
  long first = (long)p;
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[1 - first]); // FAIL-HERE: deadlock
  pthread_mutex_unlock(&lock[1 - first]);
  pthread_mutex_unlock(&lock[first]);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  pthread_create(&a, NULL, both, (void *)0L);
  if (x == 7) pthread_create(&b, NULL, both, (void *)1L);
  else pthread_create(&b, NULL, both, (void *)0L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
