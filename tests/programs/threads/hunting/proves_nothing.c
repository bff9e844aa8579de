// Nothing fails, but single runs prove nothing: the verdict says how likely a failure was missed.
// VERDICT: incomplete
// ARGS: --hunt-only --max-runs=200
// RUNS: full=200
// REASON: hunting only: 200 runs
// REASON: the limit of 200 runs
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(sum == 2);
  return 0;
}
