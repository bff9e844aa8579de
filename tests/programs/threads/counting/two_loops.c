// Two threads wait for each other and count how long: neither loop has an end of its own.
// TIMEOUT: 180
// RUN: heddle run --strategy=naive --tests=failures --json=%t/out.json --out=%t/naive %s
// FAILURE: assert 24
// REASON: counts while it waits: explored up to
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 24
// REASON: counts while it waits: explored up to
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 24
// REASON: counts while it waits: explored up to
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
int ready, done, first, second;
static void *worker(void *a) {
  while (!ready) first++;
  done = 1;
  return a;
}
static void *boss(void *a) {
  ready = 1;
  while (!done) second++;
  assert(first + second < 3);
  return a;
}
int main(void) {
  pthread_t w, b;
  pthread_create(&w, 0, worker, 0);
  pthread_create(&b, 0, boss, 0);
  pthread_join(w, 0);
  pthread_join(b, 0);
  return 0;
}
