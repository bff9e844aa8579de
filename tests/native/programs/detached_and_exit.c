// A detached thread, a thread that ends itself, and a main thread that does.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *detached(void *p) {
  x = 1;
  pthread_exit(p);
}
static void *last(void *p) {
  assert(x == 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attributes, detached, 0);
  pthread_create(&t, 0, last, 0);
  pthread_exit(0);
}
