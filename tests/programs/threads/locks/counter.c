// A counter under a mutex: no update is lost, and every order of the two threads' sections is one trace: 4! / (2! * 2!).
// ARGS: --strategy=dpor --tests=failures -- -DN=2
// VERDICT: safe
// RUNS: full=6 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *add(void *unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 * N);
  return 0;
}
