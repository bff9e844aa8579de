// Two phases separated by a barrier: everybody sees all of the first phase; one thread is told that it was the serial one.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
enum { THREADS = 2 };
static pthread_barrier_t barrier;
static int part[THREADS];
static void *work(void *p) {
  long self = (long)p;
  part[self] = 1;
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  for (int i = 0; i < THREADS; i++) assert(part[i] == 1);
  pthread_barrier_wait(&barrier);
  part[self] = 2;
  return (void *)(long)(result != 0);
}
int main(void) {
  pthread_t t[THREADS];
  void *serial[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], &serial[i]);
  assert((long)serial[0] + (long)serial[1] == 1);
  return pthread_barrier_destroy(&barrier);
}
