// A structure passed by value is copied for the callee.
// RUN: heddle run --json=%t/out.json --out=%t/tests --tests=failures %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --data-model=32 --tests=none %s
// EXIT: 1
#include <assert.h>
#include <pthread.h>
struct s {
  long a[4];
} shared;
static void *writes(void *p) {
  for (int i = 0; i < 4; i++) shared.a[i] = 1;
  return p;
}
static long sum(struct s s, struct s t) { return s.a[0] + s.a[1] + s.a[2] + s.a[3] + t.a[0]; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  long n = sum(shared, shared);
  pthread_join(t, 0);
  assert(n != 2); // FAIL-HERE: assert
  return 0;
}
