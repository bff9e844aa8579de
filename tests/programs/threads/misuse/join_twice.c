// Joining a thread a second time.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_join(t, NULL); // FAIL-HERE: sync
  return 0;
}
