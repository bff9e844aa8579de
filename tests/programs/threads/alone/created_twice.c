// One function in two threads is two threads.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int count;
static void *add(void *unused) {
  count++;
  return unused;
}
int main(void) {
  pthread_t a[2];
  for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(a[i], 0);
  assert(count == 2); // FAIL-HERE: assert
  return 0;
}
