// A destructor that sets the value again is called again, PTHREAD_DESTRUCTOR_ITERATIONS times in all.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <limits.h>
#include <pthread.h>
static pthread_key_t again, never, deleted;
static int calls, others;
static void count(void *p) {
  calls++;
  assert(pthread_getspecific(again) == NULL);
  pthread_setspecific(again, p);
}
static void other(void *p) { others += *(int *)p; }
static void *work(void *p) {
  pthread_setspecific(again, p);
  pthread_setspecific(never, p);
  pthread_setspecific(deleted, p);
  pthread_key_delete(deleted);
  pthread_setspecific(never, NULL);
  return NULL;
}
int main(void) {
  pthread_t t;
  int one = 1;
  pthread_key_create(&again, count);
  pthread_key_create(&never, other);
  pthread_key_create(&deleted, other);
  pthread_create(&t, NULL, work, &one);
  pthread_join(t, NULL);
  assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS && others == 0);
  return 0;
}
