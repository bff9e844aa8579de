// A function ends that has lent three of its variables: each end is in conflict with the use of that variable, the third one, too.
// Every write comes before the end or after it, which is a failure.
// ARGS: --strategy=dpor --validate --tests=none
// VERDICT: unsafe
// JSON: stats.traces == 8
// JSON: runs.blocked == 0
#include <pthread.h>

static int *lent[3];

static void *use(void *arg) {
  *lent[(long)arg] = 1; // FAIL-HERE: memory
  return NULL;
}

static void lend(pthread_t *t) {
  int a = 0, b = 0, c = 0;
  lent[0] = &a, lent[1] = &b, lent[2] = &c;
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, (void *)i);
}

int main(void) {
  pthread_t t[3];
  lend(t);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
