// A recursive mutex can be taken again by its owner, and is free only after as many unlocks.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t lock;
static int depth, done;
static void nested(int n) {
  pthread_mutex_lock(&lock);
  depth++;
  if (n > 0) nested(n - 1);
  depth--;
  pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
  nested(2);
  pthread_mutex_lock(&lock);
  assert(depth == 0);
  done++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  int type;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_gettype(&attributes, &type);
  assert(type == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(done == 2);
  return pthread_mutex_destroy(&lock);
}
