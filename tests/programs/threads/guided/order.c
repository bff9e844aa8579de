// An input of at most 10, two writes, two reads that must not see the value fall: six orders, all with different values read.
// Guided leaves out what a known state or summary covers; with an input of 11 the second write can be seen to fall.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// VERDICT: safe
// RUNS: full=6 partial=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// VERDICT: safe
// RUNS: full=6 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s
// VERDICT: safe
// RUNS: full=4 partial=1
// JSON: runs.partial <= 4
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DMOST=11
// FAILURE: assert 35
// INPUT: start == 11
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DMOST=11
// FAILURE: assert 35
// INPUT: start == 11
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#ifndef MOST
#define MOST 10
#endif
static volatile int x;
static void *writer(void *unused) {
  x = 10;
  x = 20;
  return unused;
}
static void *reader(void *unused) {
  int a = x, b = x;
  assert(a <= b);
  return unused;
}
int main(void) {
  int start;
  heddle_symbolic(&start, sizeof start, "start");
  heddle_assume(start <= MOST);
  x = start;
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
