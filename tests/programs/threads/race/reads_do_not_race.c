// Two reads.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static int value = 5;
static void *get(void *unused) {
  assert(value == 5);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, get, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
