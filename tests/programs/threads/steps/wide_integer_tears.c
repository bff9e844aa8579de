// A 32-bit program reads and writes 64 bits in two steps.
// RUN: heddle run --data-model=32 --json=%t/out.json --out=%t/tests --tests=failures %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --data-model=32 --strategy=dpor --tests=none %s
// EXIT: 1
// RUN: heddle run --tests=none %s
// EXIT: 0
#include <assert.h>
#include <pthread.h>
static long long g;
static _Atomic long long whole;
static void *writes(void *p) {
  whole = -1;
  g = -1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  long long l = g, w = whole;
  pthread_join(t, 0);
  assert(w == 0 || w == -1);
  assert(l == 0 || l == -1); // FAIL-HERE: assert
  return 0;
}
