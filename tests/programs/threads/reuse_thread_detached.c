// The identity of a detached thread is free when it has ended: before or after another one is created. Nobody tells who is compared with
// nothing.
// ARGS: --strategy=dpor --validate
// VERDICT: unsafe
// RUNS: blocked=0
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_t owner;
static int owned;
static void *first(void *unused) {
  owner = pthread_self();
  owned = 1;
  return unused;
}
static void *second(void *unused) {
  assert(!owned || owner != pthread_self()); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_detach(a);
  pthread_create(&b, 0, second, 0);
  pthread_join(b, 0);
}
