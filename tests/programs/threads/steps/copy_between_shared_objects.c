// Between the read of a block and the write of it others have their turns, even if it is one word.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <string.h>
static long from = 1, to = 5, seen;
static void *copies(void *p) {
  memcpy(&to, &from, sizeof to);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copies, 0);
  from = 2;
  seen = to;
  pthread_join(t, 0);
  assert(seen != 5 || to == 2); // FAIL-HERE: assert
  return 0;
}
