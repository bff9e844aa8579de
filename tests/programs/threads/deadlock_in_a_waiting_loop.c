// A loop with two operations waits for ever. Where it was when it had gone round depends on the schedule; it is named after its first
// operation in all of them, so that it is one failure. With CALLS one of them is in a function: the outermost names it.
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s
// VERDICT: unsafe
// FAILURE: deadlock 29
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s -- -DCALLS
// VERDICT: unsafe
// FAILURE: deadlock 29
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DCALLS
// VERDICT: unsafe
// FAILURE: deadlock 29
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int w, flag;
#ifdef CALLS
static int look(atomic_int *at) { return *at; }
#define FLAG look(&flag)
#else
#define FLAG flag
#endif

static void *other(void *arg) {
  w = 1;
  return arg;
}
static void *waits(void *arg) {
  while (w < 2) {
    assert(FLAG != 2);
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
