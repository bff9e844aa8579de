// Nothing depends on main's call, so its decisions are taken freely: the sides may be such that no input takes all of them, and y is read
// there. The run that shows the failure is repeated without that step.
// ARGS: --strategy=guided --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static unsigned char input;
static int y, a[3] = {0, 2, 1};

static int classify(int v) {
  if (v < 1) return 2;
  if (v == 2) return y == 1 ? 3 : 0;
  return 3;
}
static void *index_it(void *arg) {
  int in = input, seen = a[in];
  a[in] = in;
  assert(seen != 1); // FAIL-HERE: assert
  return arg;
}
static void *look(void *arg) {
  assert(classify(0) == 2);
  return arg;
}

int main(void) {
  pthread_t t[2];
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  int in = input, unused = 0;
  pthread_create(&t[0], NULL, index_it, NULL);
  pthread_create(&t[1], NULL, look, NULL);
  if (in < 1) unused = classify(in);
  (void)unused;
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
