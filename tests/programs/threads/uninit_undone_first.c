// What one order of two sections, the first one, wrote to a fresh variable is undone for the other order.
// VERDICT: unsafe
// FAILURE: assert 20
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int go, x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  struct {
    int first, second;
  } u;
  pthread_mutex_lock(&m);
  if (go == 0) u.first = x;
  pthread_mutex_unlock(&m);
  int value = u.first;
  assert(value < 10);
  return arg;
}

int main(void) {
  pthread_t t;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume(x >= 0 && x < 10);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
