// Threads made and joined in a loop, with arguments in an array.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
enum { N = 6 };
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
    pthread_join(t[i], NULL);
    sum += x[i];
  }
  assert(sum == 55);
  return 0;
}
