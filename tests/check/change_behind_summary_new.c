// NEW-FAILURE: assert 16
// its own instructions are unaffected, as Conc-iSE does, says that nothing fails.
#include <assert.h>
#include <pthread.h>

static int u, y;

static void *other(void *arg) {
  u = 1;
  return arg;
}

static void *change(void *arg) {
  u = 2;
  y = 3;
  assert(y != 3);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, other, NULL);
  pthread_create(&t[1], NULL, change, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(u != 0);
  return 0;
}
