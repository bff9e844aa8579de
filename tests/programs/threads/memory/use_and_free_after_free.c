// One thread reads what it has freed, another frees it again: each mistake is found though the other may come first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *use(void *unused) {
  int *p = shared, sum = 0;
  free(p); // FAIL-HERE: memory double free
  p = shared;
  if (p) sum = *p; // FAIL-HERE: memory use after free
  return sum == 7 ? unused : NULL;
}
static void *take(void *unused) {
  free(__atomic_exchange_n(&shared, NULL, __ATOMIC_SEQ_CST)); // FAIL-HERE: memory double free
  return unused;
}
int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
