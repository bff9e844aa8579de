// An error-checking mutex reports misuse to the program instead of being misused.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t lock;
static void *other(void *unused) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  assert(pthread_mutex_unlock(&lock) == 0);
  return pthread_mutex_destroy(&lock);
}
