// In one order of the threads a loop never ends; in another one something fails.
// TIMEOUT: 180
// RUN: heddle run --strategy=naive --tests=failures --json=%t/out.json --out=%t/naive %s
// FAILURE: assert 17
// REASON: goes on for very long: explored up to 16777216 instructions
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 17
// REASON: goes on for very long: explored up to 16777216 instructions
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 17
// REASON: goes on for very long: explored up to 16777216 instructions
#include <assert.h>
#include <pthread.h>
static int first;
static void *one(void *a) {
  if (!first) first = 1;
  else assert(first != 2);
  return a;
}
static void *two(void *a) {
  if (!first) first = 2;
  else for (volatile unsigned i = 0;; i++);
  return a;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
