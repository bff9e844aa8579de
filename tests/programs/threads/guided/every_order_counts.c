// The end branches on every digit of a record of who came when: no summary of one order may be used for another.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=none %s
// VERDICT: safe
// RUNS: full=70
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=none %s
// VERDICT: safe
// RUNS: full=70 partial=0 blocked=0
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=none %s
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DBAD=0x3c
// FAILURE: assert 43
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DBAD=0x3c
// FAILURE: assert 43
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#define TURNS 4
#ifndef BAD
#define BAD 0xff /* eight times the same: impossible */
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned record;
static void *work(void *p) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&m);
    record = record * 2 + (unsigned)(long)p;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0);
  pthread_create(&b, NULL, work, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  unsigned ones = 0, copy = 0;
  for (int k = 2 * TURNS - 1; k >= 0; k--) {
    copy *= 2;
    if (record >> k & 1) ones++, copy++;
  }
  assert(ones == TURNS && copy != BAD);
  return 0;
}
