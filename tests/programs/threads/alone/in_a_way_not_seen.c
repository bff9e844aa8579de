// An address that arithmetic hides reaches a variable that seemed to be another thread's alone: the verdict is not `safe`.
// ARGS: --tests=none
// VERDICT: incomplete
// REASON: a variable is accessed by another thread in a way that is not tracked
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int value, other, choose = 1;
static void *put(void *unused) {
  value = 1;
  value = 2;
  return unused;
}
static void *look(void *unused) {
  uintptr_t number = (uintptr_t)&value * 3 / 3;
  int *at = choose ? (int *)number : &other;
  assert(*at != 1);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
