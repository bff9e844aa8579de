// Not equivalent: what a lock guards is guarded only until it is given back.
// NEW-FAILURE: assert 25
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *other(void *a) {
  pthread_mutex_lock(&m);
  sum = sum + 1;
  pthread_mutex_unlock(&m);
  return a;
}
static void grow(void) {
  pthread_mutex_lock(&m);
  int before = sum;
  pthread_mutex_unlock(&m); pthread_mutex_lock(&m);
  sum = before + 1;
  pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  grow();
  pthread_join(t, 0);
  assert(sum == 2);
  return 0;
}
