// A decision inside a step: both sides must follow what was planned behind the step, since what the runs of one side find may be left
// to a plan that those of the other made. Without the write on the second side there are 4 orders, with it 22.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// RUNS: full=26 blocked=0
// JSON: stats.traces == 26
#include <heddle.h>
#include <pthread.h>
static unsigned char input;
static int x;
static void *f2(void *arg) {
  int l = x;
  x = 2;
  (void)l;
  return arg;
}
static void *f1(void *arg) {
  x = x + 1;
  return arg;
}
static void *f0(void *arg) {
  int in = input;
  if (in == 2) x = 2;
  return arg;
}
int main(void) {
  pthread_t t[3];
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  pthread_create(&t[0], NULL, f0, NULL);
  pthread_create(&t[1], NULL, f1, NULL);
  pthread_create(&t[2], NULL, f2, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
