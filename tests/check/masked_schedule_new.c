// With threads: the old version fails for k == 5 under some schedules, the new one otherwise too.
// NEW-FAILURE: assert 10
#include <assert.h>
#include <pthread.h>
#include <heddle.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen, k;

static void check_sum(void) { assert(seen != 2); }

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t[2];
  heddle_symbolic(&k, sizeof k, "k");
  pthread_create(&t[0], NULL, work, NULL);
  pthread_create(&t[1], NULL, work, NULL);
  if (k == 5) {
    pthread_mutex_lock(&m);
    seen = x;
    pthread_mutex_unlock(&m);
    check_sum();
  } else {
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    seen = k == 6 ? 2 : 1;
    check_sum();
  }
  return 0;
}
