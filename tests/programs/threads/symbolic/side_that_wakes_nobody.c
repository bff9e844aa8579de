// Another order of the two writes is of use only for inputs with which both happen: with the others the run that was planned for it is not begun.
// ARGS: --strategy=dpor --validate
// VERDICT: safe
// JSON: runs.full == 3
// JSON: runs.blocked == 0
// JSON: stats.traces == 3
#include <heddle.h>
#include <pthread.h>

static unsigned char input;
static int x;

static void *maybe(void *arg) {
  if (input == 3) x = 1;
  return arg;
}
static void *always(void *arg) {
  x = 2;
  return arg;
}

int main(void) {
  pthread_t t[2];
  heddle_symbolic(&input, 1, "in");
  pthread_create(&t[0], NULL, maybe, NULL);
  pthread_create(&t[1], NULL, always, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return x > 2;
}
