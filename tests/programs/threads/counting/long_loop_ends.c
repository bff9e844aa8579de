// A long loop with an end of its own, in which nothing can be interleaved: everything is explored.
// TIMEOUT: 180
// RUN: heddle run --strategy=dpor --tests=none --json=%t/out.json %s
// VERDICT: safe
// RUNS: full=1
// RUN: heddle run --tests=none --json=%t/out.json %s
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static int cells[2];
static void *work(void *a) {
  int *mine = a;
  for (int i = 0; i < 9000; i++) *mine += i & 1;
  return a;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, cells);
  pthread_create(&t, 0, work, cells + 1);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(cells[0] == 4500);
  return 0;
}
