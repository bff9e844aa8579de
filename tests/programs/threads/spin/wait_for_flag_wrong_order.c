// The flag is set before the data.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static volatile int flag, data;
static void *setter(void *unused) {
  flag = 1;
  data = 7;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  while (!flag)
    ;
  assert(data == 7); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
