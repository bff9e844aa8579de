// Of two equal threads main joins the first one only. That it then sees no step of either needs the second one to be late, and the
// first one to have found the flag set: by the second one.
// VERDICT: unsafe
// FAILURE: assert 22
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int flag, steps;

static void *work(void *arg) {
  if (__atomic_exchange_n(&flag, 1, __ATOMIC_SEQ_CST)) return arg;
  steps = 1;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  assert(steps);
  return 0;
}
