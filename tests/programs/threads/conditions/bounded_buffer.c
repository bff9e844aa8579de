// A ring with room for two, two conditions, three items.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
enum { ROOM = 2, ITEMS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int ring[ROOM], first, count;
static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (count == ROOM) pthread_cond_wait(&not_full, &lock);
    ring[(first + count++) % ROOM] = i;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    assert(ring[first] == i);
    first = (first + 1) % ROOM;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, NULL);
  assert(count == 0);
  return 0;
}
