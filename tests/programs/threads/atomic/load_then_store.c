// Atomic accesses do not make an atomic update.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void *add(void *unused) {
  value = value + 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2); // FAIL-HERE: assert
  return 0;
}
