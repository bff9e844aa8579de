// A spin lock, and an attempt at a mutex that may fail.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_spinlock_t s;
static pthread_mutex_t m;
static int x;
static void *worker(void *p) {
  pthread_spin_lock(&s);
  x++;
  pthread_spin_unlock(&s);
  int error = pthread_mutex_trylock(&m);
  assert(error != EBUSY);
  if (!error) pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_spin_init(&s, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_spin_lock(&s);
  x++;
  pthread_spin_unlock(&s);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
