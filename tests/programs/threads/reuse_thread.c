// A new thread may have the identity of one that was joined, and natively it has. With --malloc=fresh it never has.
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// FAILURE: assert 22
// INPUT: thread_reuses.2 == 1
// RUNS: full=2
// REPLAY: yes
// RUN: sh -c "for t in tests/*.assert.ktest; do %heddle replay --native --times=20 $t %s; done"
// EXIT: 1
// STDOUT: failed natively 20 of 20
// STDOUT: as recorded
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/fresh --malloc=fresh %s
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
static void *self(void *unused) { return (void *)pthread_self(); }
int main(void) {
  pthread_t t;
  void *a, *b;
  pthread_create(&t, 0, self, 0), pthread_join(t, &a);
  pthread_create(&t, 0, self, 0), pthread_join(t, &b);
  assert(a != b);
}
