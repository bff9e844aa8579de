// main looks at what two equal threads do while only the second one may still run. That it sees 1 needs the first one to have done
// nothing but end: the second thread's steps alone count.
// VERDICT: unsafe
// FAILURE: assert 24
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int taken, steps;

static void *work(void *arg) {
  if (__atomic_exchange_n(&taken, 1, __ATOMIC_SEQ_CST)) return arg;
  __atomic_fetch_add(&steps, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&steps, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  int seen = __atomic_load_n(&steps, __ATOMIC_SEQ_CST);
  assert(seen != 1);
  pthread_join(second, NULL);
  return 0;
}
