// A flag instead of pthread_once: two initialise.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int control, made;
static void *use(void *unused) {
  if (!atomic_load(&control)) {
    atomic_store(&control, 1);
    atomic_fetch_add(&made, 1);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(made == 1); // FAIL-HERE: assert
  return 0;
}
