/* A lock that is tested before it is set: N threads take it once each and count under it. FAIL: it is set without
   looking at what was there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
static atomic_int taken;
static int counter;
static void lock(void) {
  do
    while (atomic_load(&taken)) {}
#ifdef FAIL
  while (0 * atomic_exchange(&taken, 1));
#else
  while (atomic_exchange(&taken, 1));
#endif
}
static void unlock(void) { atomic_store(&taken, 0); }
static void *work(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
  return 0;
}
