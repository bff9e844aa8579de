// Another thread cancels the first one and joins it: the process goes on without it.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int cleaned;
static void clean(void *p) { *(int *)p = 1; }
static void *work(void *p) {
  void *got;
  pthread_t first = *(pthread_t *)p;
  assert(pthread_cancel(first) == 0);
  assert(pthread_join(first, &got) == 0);
  assert(got == PTHREAD_CANCELED && cleaned == 1);
  exit(0);
}
int main(void) {
  static pthread_t first;
  pthread_t t;
  pthread_cleanup_push(clean, &cleaned);
  first = pthread_self();
  pthread_create(&t, NULL, work, &first);
  pthread_join(t, NULL);
  assert(0);
  pthread_cleanup_pop(0);
}
