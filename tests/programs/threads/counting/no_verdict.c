// Nothing fails, but no number of rounds is the last one: the verdict says how far the search went.
// TIMEOUT: 180
// RUN: heddle run --strategy=dpor --tests=none --json=%t/out.json %s
// VERDICT: incomplete
// REASON: no_verdict.c:18 counts while it waits: explored up to 256 rounds in a row
// RUN: heddle run --tests=none --json=%t/out.json %s
// VERDICT: incomplete
// REASON: no_verdict.c:18 counts while it waits: explored up to 256 rounds in a row
// RUN: heddle run --strategy=naive --tests=none --json=%t/out.json %s
// VERDICT: incomplete
// REASON: no_verdict.c:18 counts while it waits: explored up to 256 rounds in a row
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stop, rounds;
static void *waiter(void *unused) {
  while (!stop) rounds++;
  assert(rounds >= 0);
  return unused;
}
static void *stopper(void *unused) {
  stop = 1;
  return unused;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, waiter, 0);
  pthread_create(&t, 0, stopper, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
