// Two threads count and wait for a third one, which neither of them may keep from going on.
// TIMEOUT: 180
// RUN: heddle run --strategy=naive --tests=failures --json=%t/out.json --out=%t/naive %s
// FAILURE: assert 16
// REASON: counts while it waits: explored up to
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 16
// REASON: counts while it waits: explored up to
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 16
// REASON: counts while it waits: explored up to
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
int stop, a, b;
static void *one(void *x) { while (!stop) a++; assert(a < 3 || b < 3); return x; }
static void *two(void *x) { while (!stop) b++; return x; }
static void *last(void *x) { stop = 1; return x; }
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_create(&u, 0, last, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
