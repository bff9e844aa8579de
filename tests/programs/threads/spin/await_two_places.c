// A round with two reads is no await: it ends only if x is read before, and y after the other thread has written both.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int left;
static void *writer(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_store(&x, 2);
  return unused;
}
static void *reader(void *unused) {
  while (!(atomic_load(&x) == 0 && atomic_load(&y) == 1) && atomic_load(&x) != 2) {
  }
  left = atomic_load(&x);
  assert(left == 2); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
