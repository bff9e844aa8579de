// A variable that only the new version has decides what it writes.
// NEW-FAILURE: assert 22
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int calls, sum, other;

static void *work(void *p) {
  calls++;
  sum = calls > 0 ? 2 : 1;
  return p;
}

int main(void) {
  int n;
  pthread_t t;
  heddle_symbolic(&n, sizeof n, "n");
  pthread_create(&t, 0, work, 0);
  other = 1;
  pthread_join(t, 0);
  if (n > 3) assert(sum == 1);
  return 0;
}
