// A thread may be joined by another one than its creator.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_t worker;
static int value;
static void *work(void *unused) {
  value = 9;
  return unused;
}
static void *waits(void *unused) {
  pthread_join(worker, NULL);
  assert(value == 9);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&t, NULL, waits, NULL);
  pthread_join(t, NULL);
  assert(value == 9);
  return 0;
}
