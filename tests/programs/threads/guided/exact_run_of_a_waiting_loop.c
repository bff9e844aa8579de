// A thread waits in a loop for ever, for one input; another one decides on that input what has no influence. The run that shows it is repeated
// with fixed inputs, where the loop must be known for a waiting one too.
// ARGS: --strategy=guided
// VERDICT: unsafe
#include <heddle.h>
#include <pthread.h>
static unsigned char input;
static volatile int w, seen;
static void *other(void *p) {
  int kind = 0;
  if (input == 0) kind = 1;
  else if (input == 1) kind = 2;
  seen = kind;
  return p;
}
static void *waiter(void *p) {
  if (input == 1)
    while (w == 0); // FAIL-HERE: deadlock
  return p;
}
int main(void) {
  pthread_t a, b;
  heddle_symbolic(&input, 1, "input");
  heddle_assume(input < 3);
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
