// The naive strategy finds the lost update too.
// ARGS: --strategy=naive --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *unused) {
  counter++;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, add, NULL);
  counter++;
  pthread_join(a, NULL);
  assert(counter == 2); // FAIL-HERE: assert
  return 0;
}
