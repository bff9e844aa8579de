// Who am I.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_t first;
static void *work(void *p) {
  *(pthread_t *)p = pthread_self();
  assert(!pthread_equal(pthread_self(), first));
  assert(pthread_equal(pthread_self(), pthread_self()));
  return NULL;
}
int main(void) {
  pthread_t a, b, seen[2];
  first = pthread_self();
  pthread_create(&a, NULL, work, &seen[0]);
  pthread_create(&b, NULL, work, &seen[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_equal(seen[0], a) && pthread_equal(seen[1], b) && !pthread_equal(seen[0], seen[1]));
  return 0;
}
