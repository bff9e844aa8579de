// The check looks at the two balances without the locks and sees the money on its way.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int here = 100, there;
static void *move(void *unused) {
  pthread_mutex_lock(&lock);
  here -= 40;
  there += 40;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, move, NULL);
  int sum = here + there;
  assert(sum == 100); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
