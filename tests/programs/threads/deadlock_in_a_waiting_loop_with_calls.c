// The same where the loop's operations are in functions, too: named after the outermost.
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s
// VERDICT: unsafe
// FAILURE: deadlock 19
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// VERDICT: unsafe
// FAILURE: deadlock 19
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
static atomic_int w, flag;
static int look(atomic_int *at) { return *at; }
static void *other(void *arg) {
  w = 1;
  return arg;
}
static void *waits(void *arg) {
  int seen = 0;
  while (w < 2) {
    seen = look(&flag);
  }
  return seen ? arg : NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
