// A plan that ends early stands for longer ones. It is dropped when the section, once it has run, turns out to cover it; what it stood for
// is not: with input 1 the section reads x, which another thread adds to, and then there are 4 orders; with input 0 it writes into a.
// ARGS: --strategy=dpor --validate --tests=none
// VERDICT: safe
// JSON: stats.traces == 8
#include <heddle.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned char input;
static int x, y, a[3] = {0, 1, 1};

static void *section(void *arg) {
  int in = input, seen = 0;
  __VERIFIER_atomic_begin();
  if (in == 1) seen = x;
  else a[in] = 2;
  __VERIFIER_atomic_end();
  return seen ? arg : NULL;
}
static void *reader(void *arg) {
  int in = input, seen = a[x % 3];
  return seen + in ? arg : NULL;
}
static void *adder(void *arg) {
  int in = input;
  __atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST);
  return in + y ? arg : NULL;
}

int main(void) {
  pthread_t t[3];
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 2);
  pthread_create(&t[0], NULL, section, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, adder, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
