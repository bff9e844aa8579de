// Only the old version reads the product behind a store that both make.
// NEW-FAILURE: assert 25
#include <assert.h>
#include <pthread.h>
#include <heddle.h>

int steps, result;

static void *work(void *p) {
  int n = *(int *)p;
  int twice = n * 3;
  steps = 1;
  result = n * 3;
  return p;
}

int main(void) {
  int n;
  pthread_t t;
  heddle_symbolic(&n, sizeof n, "n");
  if (n < 0 || n > 9) return 0;
  pthread_create(&t, 0, work, &n);
  int seen = steps;
  pthread_join(t, 0);
  assert(result != 9);
  return seen;
}
