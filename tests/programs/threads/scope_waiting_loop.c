// A loop that only waits has a variable of its own in each round, whose address goes to a function: it is still one that only waits.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int flag;
static bool look(int *into) {
  *into = atomic_load(&flag);
  return *into != 0;
}
static void *worker(void *p) {
  atomic_store(&flag, 3);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  for (;;) {
    int seen;
    if (look(&seen)) {
      assert(seen == 3);
      break;
    }
  }
  pthread_join(t, 0);
  return 0;
}
