// Source and destination overlap: all is read before anything is written.
// ARGS: --strategy=dpor
// VERDICT: unsafe
// REPLAY: 20
#include <assert.h>
#include <pthread.h>
#include <string.h>
static long a[4] = {1, 2, 3, 4};
static void *moves(void *p) {
  memmove(a + 1, a, 3 * sizeof *a);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, moves, 0);
  a[0] = 7;
  long x = a[1], y = a[3];
  pthread_join(t, 0);
  assert(a[0] == 7 && (a[1] == 1 || a[1] == 7) && a[2] == 2 && a[3] == 3);
  assert((x == 1 || x == 7) == (y == 3)); // FAIL-HERE: assert
  return 0;
}
