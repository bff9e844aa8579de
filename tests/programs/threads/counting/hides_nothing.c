// A thread counts while it waits for a flag: the failure behind it, after one round or more, is found all the same.
// TIMEOUT: 180
// RUN: heddle run --strategy=naive --tests=failures --json=%t/out.json --out=%t/naive %s
// FAILURE: assert 18
// REASON: counts while it waits: explored up to
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 18
// REASON: counts while it waits: explored up to
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 18
// REASON: counts while it waits: explored up to
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
int stop, rounds;
static void *spinner(void *a) {
  while (!stop) rounds++;
  assert(rounds == 0);
  return 0;
}
static void *stopper(void *a) { stop = 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, spinner, 0);
  pthread_create(&t, 0, stopper, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
