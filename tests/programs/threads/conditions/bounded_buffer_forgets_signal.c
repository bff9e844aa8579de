// The consumer never says that there is room again.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
enum { ROOM = 1, ITEMS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int count;
static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (count == ROOM) pthread_cond_wait(&not_full, &lock); // FAIL-HERE: deadlock
    count++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&lock);
  if (count > 0) count--;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
