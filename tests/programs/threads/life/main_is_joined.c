// The first thread has an identity like the others: another thread joins it, and gets its result.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int result = 7, written;
static pthread_t first;
static void *work(void *p) {
  void *got;
  assert(first != 0 && !pthread_equal(first, pthread_self()));
  assert(pthread_join(first, &got) == 0);
  assert(got == &result && written == 1);
  exit(0);
  return p;
}
int main(void) {
  pthread_t t;
  first = pthread_self();
  pthread_create(&t, NULL, work, NULL);
  written = 1;
  pthread_exit(&result);
}
