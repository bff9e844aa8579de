// Without the second barrier the fast thread begins the next phase while the slow one still looks.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// WARNING: race
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
enum { THREADS = 2 };
static pthread_barrier_t barrier;
static int part[THREADS];
static void *work(void *p) {
  long self = (long)p;
  part[self] = 1;
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < THREADS; i++) assert(part[i] == 1); // FAIL-HERE: assert
  part[self] = 2;
  return NULL;
}
int main(void) {
  pthread_t t[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return 0;
}
