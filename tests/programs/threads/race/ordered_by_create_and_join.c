// Creating and joining order everything here.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static int value;
static void *add(void *unused) {
  value++;
  return unused;
}
int main(void) {
  pthread_t t;
  value = 1;
  for (int i = 0; i < 3; i++) {
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
  }
  assert(value == 4);
  return 0;
}
