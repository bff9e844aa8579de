// Both threads wait; the assertion holds only if the signal wakes the first one.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, first_out;
static void *waiter(void *p) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  if (!first_out) first_out = *(int *)p;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[2];
  static int numbers[2] = {1, 2};
  int both;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, &numbers[i]);
  pthread_mutex_lock(&m);
  both = waiting == 2;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  if (!both) return 0;
  pthread_mutex_lock(&m);
  int out = first_out;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(out != 2);
  return 0;
}
