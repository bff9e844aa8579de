// Cancellation is not supported, and the place is named.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: incomplete
// REASON: pthread_cancel
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  return 0;
}
