// A test for every trace, each of which replays.
// ARGS: --strategy=dpor --tests=runs
// VERDICT: safe
// RUNS: full=6 blocked=0
// TESTS: 6
// REPLAY: yes
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
