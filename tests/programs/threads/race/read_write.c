// A read and a write.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
static int value, copy;
static void *work(void *writes) {
  if (writes) value = 1; else copy = value; // FAIL-HERE: race
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
