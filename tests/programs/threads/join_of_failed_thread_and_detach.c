// A thread that fails is never joined: a detach of it by somebody else cannot come after the join, and no run is planned for that.
// VERDICT: unsafe
// RUNS: full=1 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *failing(void *arg) {
  assert(arg); // FAIL-HERE: assert
  return NULL;
}
static void *detaching(void *arg) {
  pthread_detach(first);
  return arg;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, failing, NULL);
  pthread_create(&second, NULL, detaching, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
