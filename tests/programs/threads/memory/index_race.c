// Tested, then used: in between the index has moved out of bounds.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static int cells[4], next = 3;
static void *take(void *unused) {
  if (next < 4) cells[next++] = 1; // FAIL-HERE: memory
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
