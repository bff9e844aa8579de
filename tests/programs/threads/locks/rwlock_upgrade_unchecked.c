// The second look is forgotten: both threads make it.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int made, made_times;
static void *use(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int there = made;
  pthread_rwlock_unlock(&lock);
  if (there) return unused;
  pthread_rwlock_wrlock(&lock);
  made = 1, made_times++;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(made_times == 1); // FAIL-HERE: assert
  return 0;
}
