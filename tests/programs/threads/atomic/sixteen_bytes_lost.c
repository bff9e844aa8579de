// Atomic objects of 16 bytes: what is read and written in two steps is lost, also natively.
// VERDICT: unsafe
// FAILURE: assert 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned __int128 count;

static void *work(void *unused) {
  unsigned __int128 seen = atomic_load(&count);
  atomic_store(&count, seen + 1);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  work(NULL);
  pthread_join(a, NULL);
  assert(count == 2);
  return 0;
}
