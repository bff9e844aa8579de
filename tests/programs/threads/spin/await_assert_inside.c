// What a round asserts about the value that it has read may fail: such a round is no wait.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *writer(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 3);
  atomic_store(&x, 2);
  return unused;
}
int main(void) {
  pthread_t a;
  int seen;
  pthread_create(&a, NULL, writer, NULL);
  while ((seen = atomic_load(&x)) != 2) assert(seen != 3); // FAIL-HERE: assert
  pthread_join(a, NULL);
  return 0;
}
