// A failure inside an atomic function, reached in one order only.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int taken;
static void __VERIFIER_atomic_take(int self) {
  assert(self == 1 || !taken); // FAIL-HERE: assert
  taken = 1;
}
static void *work(void *p) {
  __VERIFIER_atomic_take((int)(long)p);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
