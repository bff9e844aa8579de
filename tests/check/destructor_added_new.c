// NEW-FAILURE: assert 20
/* The threads are the same in both versions; what runs after main is not. */
#include <assert.h>
#include <pthread.h>

int x, y;

static void *writer(void *unused) {
  x = 1;
  return unused;
}

static void *reader(void *unused) {
  y = x;
  assert(y < 2);
  return unused;
}

__attribute__((destructor)) static void last(void) {
  assert(y == 0);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
