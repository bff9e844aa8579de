// A thread keeps the address of a local of its creator, which returns.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static void *use(void *p) {
  *(int *)p = 1; // FAIL-HERE: memory
  return NULL;
}
static pthread_t start(void) {
  int local = 0;
  pthread_t t;
  pthread_create(&t, NULL, use, &local);
  return t;
}
int main(void) {
  pthread_t t = start();
  pthread_join(t, NULL);
  return 0;
}
