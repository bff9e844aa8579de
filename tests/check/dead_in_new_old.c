#include <assert.h>
#include <pthread.h>
#include <heddle.h>

int steps, result;

static void *work(void *p) {
  int n = *(int *)p;
  int twice = n * 2;
  steps = 1 + (twice > 50);
  result = twice;
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
