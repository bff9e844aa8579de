// A thread may come to a mutex on the heap too late: it is destroyed, or its memory is gone.
// VERDICT: unsafe
// FAILURE: memory 9 use after free
// FAILURE: sync 9 destroyed
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *m;
static void *work(void *a) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return a;
}
int main(void) {
  pthread_t t;
  m = malloc(sizeof *m);
  pthread_mutex_init(m, NULL);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_destroy(m); // FAIL-HERE: sync
  free(m);
  pthread_join(t, NULL);
  return 0;
}
