// An input is the index of a write between two reads of another thread: for one value and one order the reads differ.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DELSEWHERE
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DELSEWHERE
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// FAILURE: assert 28
// INPUT: i == 2
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// FAILURE: assert 28
// INPUT: i == 2
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// FAILURE: assert 28
// INPUT: i == 2
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static volatile int cells[4];
static unsigned i;
static void *writer(void *unused) {
  cells[i] = 1;
  return unused;
}
static void *reader(void *unused) {
  int before = cells[2], after = cells[2];
  assert(before == after);
  return unused;
}
int main(void) {
  heddle_symbolic(&i, sizeof i, "i");
  heddle_assume(i < 4);
#ifdef ELSEWHERE
  heddle_assume(i != 2);
#endif
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
