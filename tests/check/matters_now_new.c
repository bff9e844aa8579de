// NEW-FAILURE: assert 10
// used where that matters.
#include <assert.h>
#include <pthread.h>

static int x, y, seen;

static void look(void) {
  seen = x;
  assert(seen != 5);
}

static void *second(void *arg) {
  look();
  y = 2;
  return arg;
}

static void *first(void *arg) {
  y = 1;
  x = 5;
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, second, NULL);
  pthread_create(&t[1], NULL, first, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(y != 0);
  return 0;
}
