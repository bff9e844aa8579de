/* A reader-writer spin lock: one word holds the number of readers, or -1. N readers and W writers. FAIL: a reader does
   not look whether somebody writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#ifndef W
#define W 1
#endif
static atomic_int state;
static int first, second;
static void read_lock(void) {
  for (;;) {
    int seen = atomic_load(&state);
#ifdef FAIL
    if (atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
#else
    if (seen >= 0 && atomic_compare_exchange_strong(&state, &seen, seen + 1)) return;
#endif
  }
}
static void write_lock(void) {
  int free = 0;
  while (!atomic_compare_exchange_strong(&state, &free, -1)) free = 0;
}
static void *reader(void *unused) {
  read_lock();
  assert(first == second);
  atomic_fetch_sub(&state, 1);
  return unused;
}
static void *writer(void *unused) {
  write_lock();
  first++;
  second++;
  atomic_store(&state, 0);
  return unused;
}
int main(void) {
  pthread_t t[N + W];
  for (int i = 0; i < N + W; i++) pthread_create(&t[i], NULL, i < N ? reader : writer, NULL);
  for (int i = 0; i < N + W; i++) pthread_join(t[i], NULL);
  assert(first == W && second == W);
  return 0;
}
