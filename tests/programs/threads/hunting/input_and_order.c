// The failure needs an input and an order: a hunt goes back to decisions and takes their other sides.
// VERDICT: unsafe
// ARGS: --hunt-only --stop-at-first --max-runs=20000
// FAILURE: assert 22
// REASON: stopped at the first failure
// REASON: hunting only
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static volatile int ready, value;
static unsigned char key;
static void *writer(void *unused) {
  if (key == 77) value = 1;
  ready = 1;
  value = 2;
  return unused;
}
int main(void) {
  pthread_t t;
  heddle_symbolic(&key, 1, "key");
  pthread_create(&t, NULL, writer, NULL);
  if (ready) assert(value != 1);
  pthread_join(t, NULL);
  return 0;
}
