// Nobody ever sets the flag.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static volatile int flag;
static void *waiter(void *unused) {
  while (!flag); // FAIL-HERE: deadlock
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
