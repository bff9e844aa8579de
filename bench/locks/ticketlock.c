/* A ticket lock: N threads take it once each and count under it. FAIL: it is released before the count. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
static atomic_int next_ticket, serving;
static int counter;
static void lock(void) {
  int mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&serving) != mine) {}
}
static void unlock(void) { atomic_fetch_add(&serving, 1); }
static void *work(void *unused) {
  lock();
#ifdef FAIL
  unlock();
  counter++;
#else
  counter++;
  unlock();
#endif
  return unused;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(counter == N);
  return 0;
}
