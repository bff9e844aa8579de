// A loop that only waits does not unroll: it goes on when the flag changes.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static volatile int flag;
static int data;
static void *setter(void *unused) {
  data = 7;
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  while (!flag)
    ;
  assert(data == 7);
  pthread_join(t, NULL);
  return 0;
}
