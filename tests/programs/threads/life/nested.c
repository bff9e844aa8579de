// A thread that makes threads that make threads.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static void *tree(void *p) {
  long depth = (long)p;
  pthread_t left, right;
  void *a, *b;
  if (depth == 0) return (void *)1L;
  pthread_create(&left, NULL, tree, (void *)(depth - 1));
  pthread_create(&right, NULL, tree, (void *)(depth - 1));
  pthread_join(left, &a);
  pthread_join(right, &b);
  return (void *)((long)a + (long)b);
}
int main(void) {
  assert((long)tree((void *)3L) == 8);
  return 0;
}
