// Each thread jumps within itself, out of a critical section: the lock stays locked, and the others wait for ever. A jump
// into another thread is a failure.
// FAILURE: deadlock 16
// FAILURE: memory 25 longjmp to a setjmp of another thread
// REPLAY: yes
#include <pthread.h>
#include <setjmp.h>
#include "heddle.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf of_main;
static int fails, foreign;

static void *work(void *unused) {
  jmp_buf here;
  if (setjmp(here) == 0) {
    pthread_mutex_lock(&lock);
    if (fails) longjmp(here, 1);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *stray(void *unused) {
  if (foreign)
    longjmp(of_main, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  heddle_symbolic(&fails, sizeof fails, "fails");
  heddle_symbolic(&foreign, sizeof foreign, "foreign");
  if (setjmp(of_main)) return 1;
  if (foreign) {
    pthread_create(&threads[0], NULL, stray, NULL);
    pthread_join(threads[0], NULL);
    return 0;
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
