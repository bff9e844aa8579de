// Nothing that is asserted depends on anything shared: the order of the threads does not matter.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// VERDICT: safe
// RUNS: full=66 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// VERDICT: safe
// RUNS: full=1 partial=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DMOST=509
// FAILURE: assert 28
// REPLAY: 5
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DMOST=509
// FAILURE: assert 28
// REPLAY: 5
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#ifndef MOST
#define MOST 510
#endif
static volatile int counter, last[2];
static void *work(void *p) {
  unsigned char v;
  heddle_symbolic(&v, sizeof v, "v");
  counter = counter + 1;
  last[(long)p] = counter;
  counter = counter + 1;
  unsigned twice = 2u * v;
  assert(twice <= MOST);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
