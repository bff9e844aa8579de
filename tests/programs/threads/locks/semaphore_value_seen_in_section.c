// The same inside an atomic section, which does not say in which state it met the semaphore.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --json=%t/dpor.json --strategy=dpor --tests=none %s
// EXIT: 1
// STDOUT: unsafe: 1 failure
// RUN: heddle run --json=%t/other.json --strategy=dpor --tests=none %s -- -DWAITER_FIRST
// EXIT: 1
// STDOUT: unsafe: 1 failure
// RUN: heddle run --json=%t/guided.json --tests=none %s -- -DWAITER_FIRST
// EXIT: 1
// STDOUT: unsafe: 1 failure
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static sem_t sem;
static int seen;

static void *look(void *arg) {
  int value = 0;
  __VERIFIER_atomic_begin();
  sem_getvalue(&sem, &value);
  __VERIFIER_atomic_end();
  seen = value;
  return arg;
}

static void *take(void *arg) {
  sem_wait(&sem);
  return arg;
}

#ifdef WAITER_FIRST
enum { WAITER = 0 };
#else
enum { WAITER = 1 };
#endif

int main(void) {
  pthread_t threads[2];
  sem_init(&sem, 0, 1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, i == WAITER ? take : look, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(seen == 1); // FAIL-HERE: assert
  return 0;
}
