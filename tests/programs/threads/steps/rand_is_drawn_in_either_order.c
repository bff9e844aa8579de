// Which of two threads draws first is a matter of the schedule.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int a;
static void *draws(void *p) {
  a = rand();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, draws, 0);
  int b = rand();
  pthread_join(t, 0);
  assert(a != 846930886); // FAIL-HERE: assert
  assert(a != b);
  return 0;
}
