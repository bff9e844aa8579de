// Nobody waits for a detached thread: its work may not be done.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void *work(void *unused) {
  atomic_store(&done, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  assert(atomic_load(&done)); // FAIL-HERE: assert
  return 0;
}
