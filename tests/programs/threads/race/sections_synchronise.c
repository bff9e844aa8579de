// Atomic sections that touch the same data are ordered, and with them what comes before and after; so are atomic operations.
// ARGS: --check=race --strategy=dpor
// VERDICT: safe
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int ready, data, more;
static atomic_int flag;
static void *writer(void *p) {
  data = 1;
  __VERIFIER_atomic_begin();
  ready = 1;
  __VERIFIER_atomic_end();
  more = 1;
  atomic_store(&flag, 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  __VERIFIER_atomic_begin();
  int seen = ready;
  __VERIFIER_atomic_end();
  int sum = seen ? data : 0;
  __VERIFIER_atomic_begin();
  int set = flag;
  __VERIFIER_atomic_end();
  if (set) sum += more;
  pthread_join(t, 0);
  return sum > 2;
}
