// The read that fails races with the plain write before the atomic one: the read that succeeds is ordered behind both.
// ARGS: --strategy=dpor --check=race --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int *plain = (int *)&x;
static void *writer(void *unused) {
  *plain = 1;
  atomic_store(&x, 2);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  while (atomic_load(&x) != 2) { // FAIL-HERE: race
  }
  pthread_join(a, NULL);
  return 0;
}
