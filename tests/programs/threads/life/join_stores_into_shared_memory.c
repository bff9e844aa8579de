// The result that a join stores is seen by a third thread, before or after.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --json=%t/dpor.json --strategy=dpor --tests=none %s
// EXIT: 1
// STDOUT: unsafe: 2 failures
#include <assert.h>
#include <pthread.h>

static void *result;
static int first = -1;

static void *answer(void *arg) {
  (void)arg;
  return (void *)42;
}

static void *watch(void *arg) {
  first = result != NULL;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&b, NULL, watch, NULL);
  pthread_create(&a, NULL, answer, NULL);
  pthread_join(a, &result);
  pthread_join(b, NULL);
  assert(first == 0); // FAIL-HERE: assert first == 0
  assert(first == 1); // FAIL-HERE: assert first == 1
  return 0;
}
