// No static initialiser makes a barrier or a spin lock: with a barrier of zeros the C library divides by zero, and for a spin lock of zeros it
// waits for ever.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static void *arrives(void *unused) {
  pthread_barrier_wait(&barrier); // FAIL-HERE: sync
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, arrives, NULL);
  pthread_spin_lock(&spin); // FAIL-HERE: sync
  pthread_join(t, NULL);
  return 0;
}
