// The failure needs one input and one interleaving.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static int x, limit;
static void *worker(void *p) {
  int t = x;
  x = t + limit;
  return p;
}
int main(void) {
  pthread_t t[2];
  heddle_symbolic(&limit, sizeof limit, "limit");
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x != 1234);
  return 0;
}
