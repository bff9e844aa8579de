// Without the check it is a warning, and the verdict stays.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// WARNING: race
#include <pthread.h>
static int counter;
static void *add(void *unused) {
  counter++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
