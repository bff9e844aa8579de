// Two threads write without a lock: with the check a failure.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static int last;
static void *set(void *p) {
  last = (int)(long)p; // FAIL-HERE: race
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set, NULL);
  pthread_create(&b, NULL, set, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
