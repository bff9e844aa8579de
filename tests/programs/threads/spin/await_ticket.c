// A thread that reads another's number goes round and changes nothing: one trace for each order of four threads.
// ARGS: --strategy=dpor --validate --tests=none
// VERDICT: safe
// RUNS: full=24 blocked=0
// JSON: stats.traces == 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, serving;
static int counter;
static void *work(void *unused) {
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
  counter++;
  atomic_store(&serving, mine + 1);
  return unused;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(counter == 4);
  return 0;
}
