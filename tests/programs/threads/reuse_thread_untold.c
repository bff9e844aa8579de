// Threads one after the other whose handles are only joined, or tested for being there: one run for each order, as ever.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// RUNS: full=2
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *unused) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t t[3] = {0};
  for (int i = 0; i < 3; i++) {
    pthread_create(&t[i], 0, add, 0);
    if (t[i] && i != 1) pthread_join(t[i], 0);
  }
  pthread_join(t[1], 0);
  assert(x == 3);
}
