// k independent pairs of a read and a write: 2^k traces, no two with the same values read, each value asserted alone.
// With summaries k + 1 runs.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DK=3
// VERDICT: safe
// RUNS: full=8 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DK=8
// VERDICT: safe
// RUNS: full=256 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=none %s -- -DK=12
// VERDICT: safe
// RUNS: full=4096 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s -- -DK=3
// VERDICT: safe
// RUNS: full=20
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DK=3
// VERDICT: safe
// RUNS: full=3 partial=6
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DK=8
// VERDICT: safe
// RUNS: full=3 partial=41
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=none %s -- -DK=12
// VERDICT: safe
// RUNS: full=3 partial=87
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DK=5 -DWRONG=4
// FAILURE: assert 42
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DK=5 -DWRONG=4
// FAILURE: assert 42
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#ifndef K
#define K 3
#endif
#ifndef WRONG
#define WRONG K /* no pair has this number */
#endif
static volatile int x[K];
static void *reader(void *unused) {
  for (int i = 0; i < K; i++) {
    int a = x[i];
    assert(a == 0 || a == 10);
  }
  return unused;
}
static void *writer(void *unused) {
  for (int i = 0; i < K; i++) x[i] = i == WRONG ? 11 : 10;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
