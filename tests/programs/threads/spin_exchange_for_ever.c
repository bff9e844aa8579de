// Two threads that spin for a lock that nobody gives back: each exchange writes what is there already.
// ARGS: --prune=summaries
// VERDICT: unsafe
#include <pthread.h>
static int lock;
static void *first(void *p) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_RELAXED)) ;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_RELAXED)) ; // FAIL-HERE: deadlock
  __atomic_store_n(&lock, 0, __ATOMIC_RELAXED);
  return p;
}
static void *second(void *p) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_RELAXED)) ;
  __atomic_store_n(&lock, 0, __ATOMIC_RELAXED);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_join(t[1], 0);
  return 0;
}
