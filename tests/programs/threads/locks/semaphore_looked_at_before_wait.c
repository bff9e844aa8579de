// A thread that looks at a semaphore before it waits for it may still wait before another one looks.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor %s
// VERDICT: unsafe
// RUNS: full=3
// REPLAY: yes
// RUN: heddle run --json=%t/guided.json --tests=none %s
// EXIT: 1
// STDOUT: unsafe: 1 failure
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *look_twice(void *arg) {
  int before, after;
  sem_getvalue(&sem, &before);
  sem_getvalue(&sem, &after);
  assert(before == after); // FAIL-HERE: assert
  return arg;
}

static void *take(void *arg) {
  int value;
  sem_getvalue(&sem, &value);
  if (value > 0) sem_wait(&sem);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 2);
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, look_twice, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
