// Bit-fields of one unit share their memory.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static struct { unsigned a : 4, b : 4; } shared;
static void *set_a(void *unused) { shared.a = 1; return unused; }
static void *set_b(void *unused) { shared.b = 2; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set_a, NULL);
  pthread_create(&b, NULL, set_b, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.a == 1 && shared.b == 2); // FAIL-HERE: assert
  return 0;
}
