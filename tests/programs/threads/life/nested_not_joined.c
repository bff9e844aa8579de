// The grandchild outlives its parent, and the main thread only joins the parent.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void *child(void *unused) {
  atomic_store(&done, 1);
  return unused;
}
static void *parent(void *unused) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_detach(t);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, parent, NULL);
  pthread_join(t, NULL);
  assert(atomic_load(&done)); // FAIL-HERE: assert
  return 0;
}
