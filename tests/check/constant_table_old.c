// A constant is no part of a state. So states of the old version, and summaries, do not count where it holds something
// else.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const int numbers[] = {1, 2};
static int sum;

static void *work(void *p) {
  pthread_mutex_lock(&m);
  sum += numbers[(long)p];
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, (void *)0);
  pthread_create(&u, 0, work, (void *)1);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(sum == 3);
  return 0;
}
