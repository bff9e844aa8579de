// The threads are equal, but the one that main calls the last must not be the first.
// VERDICT: unsafe
// FAILURE: assert 14
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int next;
static pthread_t threads[2];

static void *draw(void *arg) {
  int drawn = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
  if (pthread_equal(threads[1], pthread_self())) {
    assert(drawn != 0);
  }
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, draw, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
