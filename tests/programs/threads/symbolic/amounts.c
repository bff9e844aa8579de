// Transfers of arbitrary amounts keep the sum, under a lock.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned here, there;
static void *move(void *p) {
  unsigned amount = *(unsigned *)p;
  pthread_mutex_lock(&lock);
  here -= amount;
  there += amount;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  unsigned amounts[2];
  heddle_symbolic(&here, sizeof here, "here");
  heddle_symbolic(&there, sizeof there, "there");
  heddle_symbolic(amounts, sizeof amounts, "amounts");
  unsigned sum = here + there;
  pthread_create(&a, NULL, move, &amounts[0]);
  pthread_create(&b, NULL, move, &amounts[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(here + there == sum);
  return 0;
}
