// An initialiser that needs itself.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int depth;
static void make(void) {
  if (depth++ == 0) pthread_once(&control, make); // FAIL-HERE: deadlock
}
int main(void) {
  pthread_once(&control, make);
  return 0;
}
