// threads.h and stdatomic.h: an increment that is not one.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static atomic_int x;
static int done;
static int worker(void *p) {
  int old = atomic_load(&x);
  atomic_store(&x, old + 1);
  mtx_lock(&m);
  done++;
  cnd_signal(&c);
  mtx_unlock(&m);
  return *(int *)p;
}
int main(void) {
  thrd_t t[2];
  int number = 7, result;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  for (int i = 0; i < 2; i++) thrd_create(&t[i], worker, &number);
  mtx_lock(&m);
  while (done < 2) cnd_wait(&c, &m);
  mtx_unlock(&m);
  for (int i = 0; i < 2; i++) {
    thrd_join(t[i], &result);
    assert(result == 7);
  }
  assert(atomic_load(&x) == 2);
  return 0;
}
