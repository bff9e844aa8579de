// Only the new version comes to the second write.
// NEW-FAILURE: assert 21
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int shared;

static void *work(void *p) {
  shared = 1;
  shared = 3;
  return p;
}

int main(void) {
  int n;
  pthread_t t;
  heddle_symbolic(&n, sizeof n, "n");
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  if (n > 3) assert(shared != 3);
  return 0;
}
