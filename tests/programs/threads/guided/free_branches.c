// Two threads count on the side, depending on inputs; only the assertion's own inputs are decided, and the counters are not
// interleaved. The failing test is an exact run all the same: where the counters were changed depends on the failing inputs.
// VERDICT: unsafe
// FAILURE: assert 27
// RUNS: full<=10
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static int logged, hits, shared, counted;
static void *writer(void *arg) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  if (x == 0) counted++, hits++;
  if (x > 3) logged++;
  shared = 1;
  if (x == 0) counted++;
  if (x > 3) shared = 2;
  return arg;
}
static void *reader(void *arg) {
  int y;
  heddle_symbolic(&y, sizeof y, "y");
  if (y == 0) counted++, hits++;
  int seen = shared;
  if (y != 0) counted++;
  if (y == 5) assert(seen != 2);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
