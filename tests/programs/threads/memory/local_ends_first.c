// A local of a function that returns while another thread still uses it: whatever else the function does first.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
static pthread_t worker;
static int unrelated;
static void *fill(void *p) {
  *(int *)p = 1; // FAIL-HERE: memory
  return NULL;
}
static void start(void) {
  int here = 0;
  pthread_create(&worker, NULL, fill, &here);
  unrelated = 1;
}
int main(void) {
  start();
  pthread_join(worker, NULL);
  return 0;
}
