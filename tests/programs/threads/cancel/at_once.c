// A thread that lets itself be cancelled at once goes round in a loop without any cancellation point.
// ARGS: --tests=failures
// VERDICT: unsafe
// FAILURE: assert 26
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int rounds, other;
static void *work(void *p) {
  int old;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  assert(old == PTHREAD_CANCEL_DEFERRED);
  rounds = 1;
  other = 1;
  for (;;) atomic_load(&other);
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  assert(rounds == other);
  return 0;
}
