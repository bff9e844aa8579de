// Not equivalent: nobody else knows the counter, but two threads count without a lock.
// NEW-FAILURE: race 11
#include <pthread.h>
#include <stdlib.h>
struct table { long sum; int size, works; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct table *table;
static void *work(void *a) {
  pthread_mutex_lock(&m);
  table->sum++;
  pthread_mutex_unlock(&m); table->works++;
  return a;
}
int main(void) {
  pthread_t t[2];
  table = calloc(1, sizeof *table);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
