// An atomic section touches x or y depending on an input: each order with each of the other threads.
// ARGS: --strategy=dpor
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static unsigned char in;
static void *f(void *p) {
  int l;
  __VERIFIER_atomic_begin();
  if (in) l = x;
  else l = y;
  __VERIFIER_atomic_end();
  if (p && in) assert(l == 0); // FAIL-HERE: assert
  if (p && !in) assert(l == 0); // FAIL-HERE: assert
  return 0;
}
static void *g(void *p) {
  x = 1;
  return p;
}
static void *h(void *p) {
  y = 1;
  return p;
}
int main(void) {
  pthread_t t[3];
  heddle_symbolic(&in, 1, "in");
  heddle_assume(in < 2);
  pthread_create(&t[0], 0, f, &x);
  pthread_create(&t[1], 0, g, 0);
  pthread_create(&t[2], 0, h, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
