// Another thread sees a part of the block filled, and the rest not; it is filled from its first byte on, a word at a time.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char shared[64];
static void *fills(void *p) {
  memset(shared, 1, sizeof shared);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fills, 0);
  char last = shared[63], first = shared[0], second = shared[7];
  pthread_join(t, 0);
  assert(first || !last);
  assert(second || !first);
  assert(first == last); // FAIL-HERE: assert
  return 0;
}
