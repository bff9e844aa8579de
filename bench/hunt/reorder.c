/* N threads set two variables, one compares them: the checker must come between two writes of the first setter. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 10
#endif
static volatile int a, b;
static void *setter(void *u) { a = 1; b = -1; return u; }
static void *checker(void *u) { int x = a, y = b; assert((x == 0 && y == 0) || (x == 1 && y == -1)); return u; }
int main(void) {
  pthread_t s[N], c;
  for (int i = 0; i < N; i++) pthread_create(&s[i], 0, setter, 0);
  pthread_create(&c, 0, checker, 0);
  for (int i = 0; i < N; i++) pthread_join(s[i], 0);
  pthread_join(c, 0);
  return 0;
}
