// Three equal threads add one each, without a lock. One update may be lost, or two.
// VERDICT: unsafe
// FAILURE: assert 22
// FAILURE: assert 23
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int count;

static void *add(void *arg) {
  int old = count;
  count = old + 1;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  int sum = count;
  assert(sum != 1);
  assert(sum != 2);
  return 0;
}
