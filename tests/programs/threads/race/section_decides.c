// What an atomic section touches at an index that an input decides is not known for certain; what it touches for other
// inputs is, and races. Brute force meets every race.
// RUN: heddle run --strategy=naive --tests=none %s
// EXIT: 1
// STDOUT: warning: race: data race on x1
#include <heddle.h>
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x1, a[3] = {0, 1, 2}, out;
static unsigned char input;
static void *f1(void *arg) {
  x1 = 3;
  return arg;
}
static void *f2(void *arg) {
  int in = input;
  out = in < 1 ? in : 1;
  assert(arg);
  return arg;
}
static void *f0(void *arg) {
  int l0 = 0, in = input;
  __VERIFIER_atomic_begin();
  if (in == 1) { l0 = x1; } else { a[in] = l0 + 2; }
  __VERIFIER_atomic_end();
  return arg;
}
int main(void) {
  pthread_t t[3];
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  pthread_create(&t[0], NULL, f0, NULL);
  pthread_create(&t[1], NULL, f1, NULL);
  pthread_create(&t[2], NULL, f2, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return a[0] + a[1] + a[2] + out;
}
