// The threads are equal but for a number that they look at: the one with number 1 must not be the first.
// VERDICT: unsafe
// FAILURE: assert 13
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int next;

static void *draw(void *arg) {
  int drawn = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
  if ((long)arg == 1) {
    assert(drawn != 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], NULL, draw, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
