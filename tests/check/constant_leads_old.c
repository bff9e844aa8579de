// A constant is no part of a state. So states of the old version, and summaries, do not count where it holds something
// else, be it at an address that another constant holds.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const int one = 1, two = 2;
static const int *const numbers[] = {&one, &two};
static const int *const *const all = numbers;
static int sum;

static void *work(void *p) {
  pthread_mutex_lock(&m);
  sum += *all[(long)p];
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
