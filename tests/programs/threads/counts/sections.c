// Atomic sections depend on each other only in what they have touched: three that write x have 3! orders, and those of other data,
// before, behind and beside them, none.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// JSON: runs.full == 6
// JSON: runs.blocked == 0
// JSON: stats.traces == 6
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, own[3], sums[3];

static void *add(void *arg) {
  int i = (int)(long)arg;
  __VERIFIER_atomic_begin();
  own[i]++;
  sums[i]++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  x = 2 * x + i;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  own[i] += sums[i];
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return x + own[0] + sums[0] > 100;
}
