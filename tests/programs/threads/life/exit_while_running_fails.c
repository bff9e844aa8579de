// The assertion may or may not come before the end of main.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static volatile int ended;
static void *work(void *unused) {
  ended = 1;
  assert(0); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  return 0;
}
