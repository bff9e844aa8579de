// A ticket lock that really waits.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next, serving;
static int value;
static void *add(void *unused) {
  unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  value++;
  atomic_store(&serving, mine + 1);
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(value == 3);
  return 0;
}
