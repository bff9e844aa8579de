// The same without _Atomic.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
struct large { long part[2]; };
static struct large shared;
static void *writer(void *unused) {
  shared.part[0] = 1;
  shared.part[1] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  struct large seen = shared;
  assert(seen.part[0] == seen.part[1]); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
