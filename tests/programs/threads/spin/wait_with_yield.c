// The same with an atomic flag and a polite loop.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;
static void *setter(void *unused) {
  data = 7;
  atomic_store(&flag, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  while (!atomic_load(&flag)) sched_yield();
  assert(data == 7);
  pthread_join(t, NULL);
  return 0;
}
