/* Two threads, two variables: the new version writes 5 instead of 10 to x. The orders of what happens to y need not be tried again. */
#include <assert.h>
#include <pthread.h>

#if NEW
#define WRITTEN 5
#else
#define WRITTEN 10
#endif

static int x = 15, y = 5;

static void *first(void *arg) {
  int a = x;
  y = 10;
  assert(a >= 10);
  return arg;
}

static void *second(void *arg) {
  x = WRITTEN;
  int b = y;
  assert(b >= 5);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
