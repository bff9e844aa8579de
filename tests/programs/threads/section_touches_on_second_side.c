// An atomic section that touches shared data only on the side of an input that is taken second: its races count nevertheless.
// Without the write of the section there are 6 orders of the accesses to x, with it 12.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// JSON: stats.traces == 18
#include <heddle.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned char input;
static int x;

static void *other(void *arg) {
  x = 1;
  return arg;
}
static void *reader(void *arg) {
  int seen = x;
  (void)seen;
  return arg;
}
static void *writer(void *arg) {
  int in = input;
  x = 3;
  __VERIFIER_atomic_begin();
  if (in == 2) x = 2;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t[3];
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  pthread_create(&t[0], NULL, other, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
