// An order that cannot be: two threads are ordered by a join.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=3 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void *work(void *p) {
  pthread_mutex_lock(&lock);
  order = order * 10 + (int)(long)p;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(b, NULL);
  pthread_create(&c, NULL, work, (void *)3L);
  pthread_join(a, NULL);
  pthread_join(c, NULL);
  assert(order == 123 || order == 213 || order == 231);
  return 0;
}
