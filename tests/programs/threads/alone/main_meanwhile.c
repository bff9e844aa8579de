// Main touches the variable while the thread runs, in a function that it also calls before.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int value, seen;
static void put(int v) { value = v; }
static void *look(void *unused) {
  seen = value;
  assert(seen != 2); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t a;
  put(1);
  pthread_create(&a, 0, look, 0);
  put(2);
  pthread_join(a, 0);
  return 0;
}
