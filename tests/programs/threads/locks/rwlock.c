// Readers share, a writer is alone.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  a++;
  b++;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, writer, NULL);
  pthread_create(&t[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(a == 1 && b == 1);
  return pthread_rwlock_destroy(&lock);
}
