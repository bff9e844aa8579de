// pthread_exit in main leaves the others running until they are done.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int done;
static void *work(void *unused) {
  int before = atomic_fetch_add(&done, 1);
  assert(before < 2);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&t, NULL, work, NULL);
  pthread_exit(NULL);
}
