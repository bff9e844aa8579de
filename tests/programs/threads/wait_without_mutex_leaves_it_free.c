// A wait without the mutex fails and leaves it free. The lock of the other thread, which comes after it here, could have come before: it was
// taken for granted that who waits held the mutex, and the run in which the flag is set first was lost.
// ARGS: --strategy=dpor --validate
// VERDICT: unsafe
// RUNS: full=5 blocked=0
// JSON: stats.traces == 5
#include <pthread.h>
static int flag;
static pthread_mutex_t mc = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static void *f1(void *arg) {
  pthread_mutex_lock(&mc);
  flag = 2;
  pthread_mutex_unlock(&mc);
  return arg;
}
static void *f0(void *arg) {
  if (!flag) pthread_cond_wait(&cond, &mc); // FAIL-HERE: sync wait
  pthread_mutex_unlock(&mc); // FAIL-HERE: sync unlock
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, f1, NULL);
  pthread_create(&t[1], NULL, f0, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
