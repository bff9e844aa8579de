// A pointer to a local variable of a function that has returned, used by another thread.
// EACH: memory
// USE: ../replayed.steps
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *lent;
static void lend(void) {
  int here = 3;
  pthread_mutex_lock(&lock);
  lent = &here;
  pthread_mutex_unlock(&lock);
}
static void *use(void *p) {
  pthread_mutex_lock(&lock);
  int *q = lent;
  pthread_mutex_unlock(&lock);
  if (q) *q = 4;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  lend();
  pthread_join(t, 0);
  return 0;
}
