// A thread's own atomic section that only looks at the semaphore hides nothing from its later wait: another thread's look
// comes before that wait or after it.
// ARGS: --strategy=dpor --tests=none
// VERDICT: unsafe
// FAILURE: assert 16
// RUNS: full=4 blocked=0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static sem_t sem;

static void *looks(void *arg) {
  int value;
  sem_getvalue(&sem, &value);
  assert(value == 2); /* fails behind the other thread's wait */
  sem_wait(&sem);
  return arg;
}

static void *waits(void *arg) {
  int value;
  __VERIFIER_atomic_begin();
  sem_getvalue(&sem, &value);
  __VERIFIER_atomic_end();
  sem_wait(&sem);
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&sem, 0, 2);
  pthread_create(&t, NULL, waits, NULL);
  pthread_create(&u, NULL, looks, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
