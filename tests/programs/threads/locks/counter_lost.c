// Without the lock an update can be lost.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *unused) {
  counter++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2); // FAIL-HERE: assert
  return 0;
}
