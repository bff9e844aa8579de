// Joining a thread that was detached.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  pthread_join(t, NULL); // FAIL-HERE: sync
  return 0;
}
