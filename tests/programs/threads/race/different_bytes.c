// Neighbouring bytes of one object do not race.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static struct { char a, b; short c; } shared;
static void *set_a(void *unused) { shared.a = 1; return unused; }
static void *set_b(void *unused) { shared.b = 2; return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set_a, NULL);
  pthread_create(&b, NULL, set_b, NULL);
  shared.c = 3;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.a == 1 && shared.b == 2 && shared.c == 3);
  return 0;
}
