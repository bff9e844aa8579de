// As conditions/timed_out_behind_holder.c, with the functions of C11.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <threads.h>
#include <time.h>
static mtx_t m;
static cnd_t c;
static int flag;

static int announces(void *arg) {
  (void)arg;
  mtx_lock(&m);
  flag = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec now = {0};
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  mtx_lock(&m);
  thrd_create(&t, announces, NULL);
  int result = cnd_timedwait(&c, &m, &now), seen = flag;
  mtx_unlock(&m);
  thrd_join(t, NULL);
  assert(!(result == thrd_timedout && seen)); // FAIL-HERE: assert
  return 0;
}
