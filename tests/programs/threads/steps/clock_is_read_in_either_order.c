// Which of two threads reads the clock first is a matter of the schedule.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// RUNS: full=2
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <time.h>
static clock_t a;
static void *reads(void *p) {
  a = clock();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  clock_t b = clock();
  pthread_join(t, 0);
  assert(a > b); // FAIL-HERE: assert
  return 0;
}
