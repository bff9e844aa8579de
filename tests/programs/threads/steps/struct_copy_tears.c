// The copy of a structure is not one step: another thread sees parts of it.
// RUN: heddle run --json=%t/out.json --out=%t/tests --tests=failures %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --strategy=dpor --tests=none %s
// EXIT: 1
// RUN: heddle run --strategy=naive --tests=none %s
// EXIT: 1
// RUN: heddle run --data-model=32 --tests=none %s
// EXIT: 1
#include <assert.h>
#include <pthread.h>
struct s {
  int a[8];
} shared, one = {{1, 1, 1, 1, 1, 1, 1, 1}};
static void *writes(void *p) {
  shared = one;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  struct s l = shared;
  pthread_join(t, 0);
  assert(l.a[0] == l.a[7]); // FAIL-HERE: assert
  return 0;
}
