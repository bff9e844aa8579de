// OLD-FAILURE: leak 7
// ARGS: --check=+leak
#include <pthread.h>
#include <stdlib.h>
static int *slot, other;
static void *giver(void *arg) {
  int *q = malloc(sizeof *q), seen;
  if (!q) return arg;
  *q = 3;
  seen = other;
  __atomic_exchange_n(&slot, q, __ATOMIC_SEQ_CST);
  (void)seen;
  return arg;
}
static void *taker(void *arg) {
  free(__atomic_exchange_n(&slot, NULL, __ATOMIC_SEQ_CST));
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, giver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
