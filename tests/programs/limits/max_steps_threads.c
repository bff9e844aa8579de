// The length of a path is that of all its threads together, however short the steps between two visible operations are.
// VERDICT: incomplete
// ARGS: --strategy=dpor --max-steps=400
// REASON: max_steps_threads.c:9
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop, rounds;
static void *count(void *own) {
  while (!stop) rounds++;
  return own;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, count, 0);
  pthread_join(a, 0);
  return 0;
}
