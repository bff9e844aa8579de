// What main does before the thread is created and after it is joined is not at the same time: both threads' counters are their own.
// ARGS: --strategy=dpor --tests=none
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static int first, second;
static void *one(void *unused) {
  for (int i = 0; i < 3; i++) first++;
  return unused;
}
static void *two(void *unused) {
  for (int i = 0; i < 3; i++) second++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  first = second = 4;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == 7 && second == 7);
  return 0;
}
