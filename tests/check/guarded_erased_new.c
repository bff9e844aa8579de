// Not equivalent: a lock that was overwritten guards nothing.
// NEW-FAILURE: assert 18
// ARGS: --check=-race
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, seen;
static void *other(void *a) {
  pthread_mutex_lock(&m);
  sum = 1;
  return a;
}
static void look(void) {
  memset(&m, 0, sizeof m);
  int first = sum;
  seen = sum - first;
  assert(seen == 0);
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, other, 0);
  look();
  pthread_join(t, 0);
  return 0;
}
