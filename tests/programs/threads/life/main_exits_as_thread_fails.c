// What the others do after main's end still counts.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int gone;
static void *work(void *unused) {
  assert(!atomic_load(&gone)); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  atomic_store(&gone, 1);
  pthread_exit(NULL);
}
