// Ten setters and a checker: depth first does not come to the failing order, a hunt does at once. Its test replays.
// VERDICT: unsafe
// ARGS: --stop-at-first --timeout=50
// FAILURE: assert 16
// REASON: stopped at the first failure
#include <assert.h>
#include <pthread.h>
static volatile int first, second;
static void *setter(void *unused) {
  first = 1;
  second = -1;
  return unused;
}
static void *checker(void *unused) {
  int a = first, b = second;
  assert(a + b == 0);
  return unused;
}
int main(void) {
  pthread_t setters[10], other;
  for (int i = 0; i < 10; i++) pthread_create(&setters[i], NULL, setter, NULL);
  pthread_create(&other, NULL, checker, NULL);
  for (int i = 0; i < 10; i++) pthread_join(setters[i], NULL);
  pthread_join(other, NULL);
  return 0;
}
