// The flag is set and cleared again: the waiter may miss it.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *waiter(void *unused) {
  while (!atomic_load(&flag)); // FAIL-HERE: deadlock
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  pthread_join(t, NULL);
  return 0;
}
