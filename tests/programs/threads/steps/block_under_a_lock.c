// What a lock protects is not seen in the middle, however long the block is; in at most sixteen pieces.
// VERDICT: safe
// RUNS: full=3
// JSON: stats.instructions <= 20000
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char shared[4096];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *fills(void *p) {
  pthread_mutex_lock(&m);
  memset(shared, p ? 1 : 2, sizeof shared);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fills, &m);
  fills(0);
  pthread_mutex_lock(&m);
  assert(shared[0] == shared[4095] && shared[17] == shared[2049]);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
