// Each thread shows the address of the same local variable. Which address is the lower one tells the threads apart, although in the
// source it is one variable.
// VERDICT: unsafe
// FAILURE: assert 18
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int *shown;
static int count;

static void *show(void *arg) {
  int local = 0;
  int *before = shown;
  shown = &local;
  int old = count;
  count = old + 1;
  assert(!(before && before < &local && old == 1));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, show, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
