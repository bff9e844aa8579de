// Two equal threads, and an address that leads to the memory of the one that wrote it last. With the threads exchanged
// the address leads to the other one: a state in which it does not is another state.
// ARGS: --strategy=guided
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>

static int *last, drawn;

static void *f(void *arg) {
  int own = 2;
  last = &own;
  int mine = __atomic_fetch_add(&drawn, 1, __ATOMIC_SEQ_CST);
  if (last != &own) assert(mine != 1); // FAIL-HERE: assert assertion failed: mine != 1
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
