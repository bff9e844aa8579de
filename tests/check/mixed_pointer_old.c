#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int open, sum, seen, last;
static void *other(void *a) {
  open = 1;
  pthread_mutex_lock(&m);
  sum = sum + 0;
  pthread_mutex_unlock(&m);
  return a;
}
static void step(int *p) {
  pthread_mutex_lock(&m);
  last = sum;
  seen = sum;
  *p = 1;
  last = sum;
  pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  step(&open);
  step(&sum);
  pthread_join(t, 0);
  assert(seen == 0);
  return 0;
}
