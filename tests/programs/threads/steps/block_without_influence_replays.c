// A copy that has no influence on the failure is in the schedule as a replay meets it, piece by piece.
// VERDICT: unsafe
// FAILURE: sync 16
// FAILURE: assert 24
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static int y0, y1, a[3], b[3];

static void *first(void *arg) {
  pthread_mutex_lock(&m1);
  y0 = 1, y1 = 1;
  pthread_mutex_unlock(&m0);
  return arg;
}

static void *second(void *arg) {
  int seen;
  pthread_mutex_lock(&m0);
  seen = y0;
  assert(seen == y1);
  pthread_mutex_unlock(&m0);
  memcpy(a, b, sizeof a);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, second, NULL);
  pthread_create(&u, NULL, first, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return a[0] + a[1] + a[2];
}
