// Two elements of one array, each of one thread alone.
// ARGS: --strategy=dpor --tests=none
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static struct { int low, high; } cells[2];
static void *one(void *unused) {
  cells[0].low++;
  cells[1].high++;
  return unused;
}
static void *two(void *unused) {
  cells[0].high++;
  cells[1].low++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(cells[0].low == 1 && cells[1].low == 1 && cells[0].high == 1 && cells[1].high == 1);
  return 0;
}
