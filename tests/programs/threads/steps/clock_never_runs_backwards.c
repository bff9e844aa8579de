// The program has one clock: what a thread reads after another one has read it is later.
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <time.h>
static long a, b;
static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000L + t.tv_nsec / 1000000;
}
static void *reads(void *p) {
  b = now();
  return p;
}
int main(void) {
  pthread_t t;
  a = now();
  a = now();
  a = now();
  pthread_create(&t, 0, reads, 0);
  pthread_join(t, 0);
  assert(b >= a);
  assert(clock() > 0 && now() >= b);
  return 0;
}
