// The result points to a local of the thread that has ended.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static void *work(void *unused) {
  int local = 5, *volatile escaped = &local;
  (void)unused;
  return escaped;
}
int main(void) {
  pthread_t t;
  void *p;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &p);
  return *(int *)p; // FAIL-HERE: memory
}
