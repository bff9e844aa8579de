// The order of the threads decides which element is read at the end, and only one element is wrong: what was seen of one says
// nothing about another. The address is part of the condition.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s -- -DWRONG=5
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DWRONG=5
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DWRONG=5
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// FAILURE: assert 43
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// FAILURE: assert 43
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// FAILURE: assert 43
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#ifndef WRONG
#define WRONG 3 /* (0 + 1) * 2 + 1 */
#endif
static volatile int at;
static int table[6];
static void *twice(void *unused) {
  int a = at;
  at = a * 2;
  return unused;
}
static void *plus_one(void *unused) {
  int a = at;
  at = a + 1;
  return unused;
}
int main(void) {
  table[WRONG] = 1;
  pthread_t a, b, c;
  pthread_create(&a, NULL, plus_one, NULL);
  pthread_create(&b, NULL, twice, NULL);
  pthread_create(&c, NULL, plus_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(table[at] == 0);
  return 0;
}
