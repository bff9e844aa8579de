// An integer of two words is read and written in two steps.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static __int128 g;
static void *writes(void *p) {
  g = -1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  __int128 l = g;
  pthread_join(t, 0);
  assert(l == 0 || l == -1); // FAIL-HERE: assert
  return 0;
}
