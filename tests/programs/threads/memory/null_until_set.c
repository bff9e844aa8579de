// The pointer is used before the other thread has set it.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static int target, *pointer;
static void *set(void *unused) {
  pointer = &target;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  *pointer = 1; // FAIL-HERE: memory
  pthread_join(t, NULL);
  return 0;
}
