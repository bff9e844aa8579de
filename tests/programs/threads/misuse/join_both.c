// Two threads join the same third one.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_t victim;
static void *work(void *p) { return p; }
static void *joiner(void *p) {
  pthread_join(victim, NULL); // FAIL-HERE: sync
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&victim, NULL, work, NULL);
  pthread_create(&a, NULL, joiner, NULL);
  pthread_create(&b, NULL, joiner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
