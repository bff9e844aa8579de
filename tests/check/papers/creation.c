/* A thread that is not the first one reads x, then creates another one that writes x: the read never sees that write. */
#include <assert.h>
#include <pthread.h>

#if NEW
#define WRITTEN 6
#else
#define WRITTEN 5
#endif

static int x;

static void *second(void *unused) {
  x = WRITTEN;
  return unused;
}

static void *first(void *unused) {
  pthread_t thread;
  int seen = x;
  assert(seen == 0);
  pthread_create(&thread, NULL, second, NULL);
  pthread_join(thread, NULL);
#if LATE
  assert(x == 5);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_join(thread, NULL);
  return 0;
}
