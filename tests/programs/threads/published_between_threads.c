// What is stored in a global while no thread runs is seen by the threads that come later.
// ARGS: --strategy=dpor
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *nothing(void *arg) { return arg; }
static void *f(void *arg) {
  assert(*p == 1 || *p == 2);
  return arg;
}
static void *g(void *arg) {
  *p = 2;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, nothing, 0);
  pthread_join(a, 0);
  p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
