// Saying whether one can be cancelled is harmless, and so are clean-up handlers that are popped.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static int cleaned;
static void clean(void *p) { cleaned += *(int *)p; }
static void *work(void *unused) {
  int old, amount = 3;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcancelstate(42, &old) == EINVAL);
  pthread_testcancel();
  pthread_cleanup_push(clean, &amount);
  pthread_cleanup_push(clean, &amount);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  assert(cleaned == 3);
  return 0;
}
