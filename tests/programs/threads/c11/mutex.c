// C11 mutexes of all kinds.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <assert.h>
#include <threads.h>
#include <time.h>
static mtx_t lock;
static int value;
static int add(void *unused) {
  (void)unused;
  mtx_lock(&lock);
  value++;
  mtx_unlock(&lock);
  return 0;
}
int main(void) {
  thrd_t a, b;
  mtx_t again, timed;
  struct timespec past = {0, 0};
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  thrd_create(&a, add, NULL);
  thrd_create(&b, add, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  assert(value == 2);
  assert(mtx_trylock(&lock) == thrd_success && mtx_trylock(&lock) == thrd_busy && mtx_unlock(&lock) == thrd_success);
  assert(mtx_init(&again, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_lock(&again) == thrd_success && mtx_lock(&again) == thrd_success);
  assert(mtx_unlock(&again) == thrd_success && mtx_unlock(&again) == thrd_success);
  assert(mtx_init(&timed, mtx_timed) == thrd_success && mtx_lock(&timed) == thrd_success);
  assert(mtx_timedlock(&timed, &past) == thrd_timedout);
  mtx_unlock(&timed);
  mtx_destroy(&lock);
  mtx_destroy(&again);
  mtx_destroy(&timed);
  return 0;
}
