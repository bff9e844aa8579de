// Atomic objects that are too large for an instruction: nobody sees a half-written one.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct large { long part[5]; };
static _Atomic struct large shared;
static void *writer(void *unused) {
  struct large new = {{1, 1, 1, 1, 1}};
  atomic_store(&shared, new);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  struct large seen = atomic_load(&shared);
  for (int i = 1; i < 5; i++) assert(seen.part[i] == seen.part[0]);
  pthread_join(t, NULL);
  struct large expected = {{1, 1, 1, 1, 1}}, next = {{2, 2, 2, 2, 2}};
  assert(atomic_compare_exchange_strong(&shared, &expected, next));
  assert(!atomic_compare_exchange_strong(&shared, &expected, next) && expected.part[4] == 2);
  next.part[0] = 3;
  seen = atomic_exchange(&shared, next);
  assert(seen.part[2] == 2 && !atomic_is_lock_free(&shared));
  return 0;
}
