// A run that is one of the old version ends before main writes what decides: the reader must be tried after it, too.
// NEW-FAILURE: assert 18
#include <assert.h>
#include <pthread.h>

int ready, result;

static void *work(void *p) {
  if (ready) result = 3;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  ready = 1;
  pthread_join(t, 0);
  assert(result != 3);
  return 0;
}
