#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int seen;
static void *work(void *p) {
  seen++;
  return p;
}
int g;
int main(void) {
  pthread_t t;
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_assume(x >= 0 && x <= 7);
  g = x & 6;
  pthread_create(&t, 0, work, 0);
  seen++;
  pthread_join(t, 0);
  assert(g != 5);
  return 0;
}
