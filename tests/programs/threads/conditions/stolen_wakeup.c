// `if` instead of `while`: a third thread takes the item between the signal and the return from the wait.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static void *careless(void *unused) {
  pthread_mutex_lock(&lock);
  if (items == 0) pthread_cond_wait(&changed, &lock);
  assert(items > 0); // FAIL-HERE: assert
  items--;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *thief(void *unused) {
  pthread_mutex_lock(&lock);
  if (items > 0) items--;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  items += 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  items += 2;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, careless, NULL);
  pthread_create(&t[1], NULL, thief, NULL);
  pthread_create(&t[2], NULL, producer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
