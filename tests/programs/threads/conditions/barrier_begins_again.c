// A barrier gets another count as soon as the first thread has left it: the others leave it nevertheless.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <pthread.h>
static pthread_barrier_t barrier;
static void *meets(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, meets, NULL);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_join(t, NULL);
  return 0;
}
