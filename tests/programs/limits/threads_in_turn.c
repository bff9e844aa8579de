// 4,096 threads, each created when the one before was joined.
// ARGS: --tests=none
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
enum { THREADS = 4096 };
static int count;
static void *work(void *p) {
  int local = *(int *)p;
  count += local;
  return &count;
}
int main(void) {
  int one = 1;
  for (int i = 0; i < THREADS; i++) {
    pthread_t t;
    assert(pthread_create(&t, NULL, work, &one) == 0);
    assert(pthread_join(t, NULL) == 0);
  }
  assert(count == THREADS);
  return 0;
}
