// A failure that needs a step of the prefix after a step that a summary skips: the reader sees x1 from before and x0 from before.
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>

static int x0, x1;

static void *reader(void *arg) {
  int l1 = x1, l2 = x0;
  assert(!(l1 == 2 && l2 == 0)); // FAIL-HERE: assert
  return arg;
}
static void *copier(void *arg) {
  int l0 = x0;
  x1 = l0 + 2;
  return arg;
}
static void *writer(void *arg) {
  x0 = 2;
  x1 = 0;
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, copier, NULL);
  pthread_create(&t[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
