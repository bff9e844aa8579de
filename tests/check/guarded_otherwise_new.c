// Not equivalent: the other thread holds another lock, and writes between two reads.
// NEW-FAILURE: assert 18
// ARGS: --check=-race
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int sum, seen;
static void *other(void *a) {
  pthread_mutex_lock(&k);
  sum = 1;
  pthread_mutex_unlock(&k);
  return a;
}
static void look(void) {
  pthread_mutex_lock(&m);
  int first = sum;
  seen = sum - first;
  assert(seen == 0);
  pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  look();
  pthread_join(t, 0);
  return 0;
}
