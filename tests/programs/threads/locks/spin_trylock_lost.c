// An attempt that fails and goes on all the same.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int value;
static void *add(void *unused) {
  int got = pthread_spin_trylock(&lock) == 0;
  value++;
  if (got) pthread_spin_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2); // FAIL-HERE: assert
  return 0;
}
