// A thread writes x for one input and y for all. Orders with the write of x are planned while the input is open; they are of no use for the
// others. With input 0 x is written before or after each of its readers, y before or after its own: 8 orders; else only y counts: 2.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// JSON: runs.blocked == 0
// JSON: runs.full == 10
// JSON: stats.traces == 10
#include <heddle.h>
#include <pthread.h>

static unsigned char input;
static int x, y;

static void *writer(void *arg) {
  if (input == 0) x = 1;
  y = 1;
  return arg;
}
static void *reader(void *arg) {
  unsigned char in = input;
  (void)in;
  return x ? arg : NULL;
}
static void *both(void *arg) {
  int seen = x;
  seen += y;
  return seen ? arg : NULL;
}

int main(void) {
  pthread_t t[3];
  heddle_symbolic(&input, 1, "in");
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, both, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
