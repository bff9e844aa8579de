// A thread unlocks what the other one holds.
// EACH: sync
// USE: ../replayed.steps
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *thief(void *p) {
  if (x == 1) pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thief, 0);
  pthread_mutex_lock(&m);
  x = 1;
  x = 0;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
