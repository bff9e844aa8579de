// C11 condition variables.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <threads.h>
static mtx_t lock;
static cnd_t changed;
static int ready;
static int waiter(void *unused) {
  (void)unused;
  mtx_lock(&lock);
  while (!ready) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  return 5;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&t, waiter, NULL);
  mtx_lock(&lock);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  thrd_join(t, &result);
  assert(result == 5);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  return 0;
}
