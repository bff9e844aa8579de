// The address of another thread's copy, used after that thread has ended.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static _Thread_local int own = 5;
static void *work(void *unused) {
  (void)unused;
  return &own;
}
int main(void) {
  pthread_t t;
  void *p;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &p);
  return *(int *)p; // FAIL-HERE: memory
}
