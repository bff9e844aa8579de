// Unlocking a spin lock that nobody holds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_spinlock_t lock;
int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_unlock(&lock); // FAIL-HERE: sync
  return 0;
}
