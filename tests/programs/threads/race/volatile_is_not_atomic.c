// A volatile flag orders nothing.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
static volatile int ready;
static void *work(void *sets) {
  if (sets) ready = 1; else (void)ready; // FAIL-HERE: race
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
