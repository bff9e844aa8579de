// Sections in which nobody else runs, of both spellings; between them everybody may.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
void __VERIFIER_atomic_both(int n) {
  x = x + n;
  y = y + n;
}
static void *worker(void *p) {
  __VERIFIER_atomic_both(1);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  int seen = x;
  int again = x;
  assert(again - seen < 2);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2 && y == 2);
  return 0;
}
