// Spin locks are locks: they block, they do not spin.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=6 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int value;
static void *add(void *unused) {
  pthread_spin_lock(&lock);
  value++;
  pthread_spin_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(value == 3);
  return pthread_spin_destroy(&lock);
}
