// Upgrading by letting the lock go and looking again: correct.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock;
static int made, made_times;
static void *use(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int there = made;
  pthread_rwlock_unlock(&lock);
  if (there) return unused;
  pthread_rwlock_wrlock(&lock);
  if (!made) made = 1, made_times++;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(made_times == 1);
  return pthread_rwlock_destroy(&lock);
}
