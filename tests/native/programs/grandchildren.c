// Threads that create threads; nobody but the innermost ones touches what is shared.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *inner(void *p) {
  int t = x;
  x = t + 1;
  return p;
}
static void *outer(void *p) {
  pthread_t t;
  pthread_create(&t, 0, inner, 0);
  pthread_join(t, 0);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, outer, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2);
  return 0;
}
