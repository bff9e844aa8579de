// A skipped atomic section could have come before what the first thread did; that a join lies between does not order them.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// FAILURE: assert 18
#include <assert.h>
#include <pthread.h>
#include <heddle.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static unsigned char input;
static int x, y;

static void *first(void *unused) {
  int in = input;
  if (in == 1) {
    int seen = x;
    int expected = 1;
    assert(seen != 1);
    __atomic_compare_exchange_n(&x, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
  return unused;
}

static void *second(void *unused) {
  int in = input, seen;
  __VERIFIER_atomic_begin();
  seen = x;
  x = x + 1;
  __VERIFIER_atomic_end();
  y = 3;
  assert(seen + in != 9);
  return unused;
}

int main(void) {
  pthread_t a, b;
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
