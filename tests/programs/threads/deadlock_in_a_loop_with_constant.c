// The loop waits for y. Nobody else writes x, so that guided does not interleave its reads; the deadlock has one name all the same.
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s
// VERDICT: unsafe
// FAILURE: deadlock 17
// RUN: heddle run --json=%t/out.json --strategy=guided --tests=none %s
// VERDICT: unsafe
// FAILURE: deadlock 17
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// VERDICT: unsafe
// FAILURE: deadlock 17
// REPLAY: yes
#include <pthread.h>
static int x, y;
static void *waits(void *arg) {
  y += 1;
  do {
  } while (!x
           && y <= 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  y++;
  pthread_join(t, NULL);
  return 0;
}
