// The signal is sent before anybody waits, and the waiter does not look first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <threads.h>
static mtx_t lock;
static cnd_t changed;
static int waiter(void *unused) {
  (void)unused;
  mtx_lock(&lock);
  cnd_wait(&changed, &lock); // FAIL-HERE: deadlock
  mtx_unlock(&lock);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&t, waiter, NULL);
  cnd_broadcast(&changed);
  thrd_join(t, NULL);
  return 0;
}
