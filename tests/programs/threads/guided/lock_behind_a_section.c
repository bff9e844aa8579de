// A run is cut before a lock that is never given back. Between it and the other thread's lock there is an atomic section, of which only is
// known that it may touch anything: the lock before it must be found all the same, for taking it first makes the other thread wait for ever.
// ARGS: --strategy=guided
// VERDICT: unsafe
// FAILURE: deadlock 20
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *keep(void *arg) {
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_atomic_end();
  pthread_mutex_lock(&m);
  return arg;
}
static void *give_back(void *arg) {
  int seen;
  pthread_mutex_lock(&m);
  __VERIFIER_atomic_begin();
  x = 3;
  seen = y;
  __VERIFIER_atomic_end();
  pthread_mutex_unlock(&m);
  return seen == 2 ? NULL : arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, give_back, NULL);
  pthread_create(&t[1], NULL, keep, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
