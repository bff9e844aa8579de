// Two equal threads draw a number. Only if the second one draws first does the first one return 1: who joins can tell them apart.
// VERDICT: unsafe
// FAILURE: assert 18
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int next;

static void *draw(void *arg) { return (char *)arg + __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST); }

int main(void) {
  pthread_t first, second;
  void *drawn;
  pthread_create(&first, NULL, draw, NULL);
  pthread_create(&second, NULL, draw, NULL);
  pthread_join(first, &drawn);
  assert(drawn == NULL);
  pthread_join(second, NULL);
  return 0;
}
