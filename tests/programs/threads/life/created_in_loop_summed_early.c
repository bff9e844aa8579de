// The sum is made before all are joined.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
enum { N = 3 };
static void *square(void *p) {
  int *x = p;
  *x *= *x;
  return NULL;
}
int main(void) {
  pthread_t t[N];
  int x[N], sum = 0;
  for (int i = 0; i < N; i++) {
    x[i] = i;
    pthread_create(&t[i], NULL, square, &x[i]);
  }
  for (int i = 0; i < N; i++) {
    sum += x[i];
    pthread_join(t[i], NULL);
  }
  assert(sum == 5); // FAIL-HERE: assert
  return 0;
}
