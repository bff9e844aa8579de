// sem_getvalue reads the semaphore and stores the value: what another thread does in between is seen, and so is the store itself.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --json=%t/dpor.json --strategy=dpor --tests=none %s
// EXIT: 1
// STDOUT: unsafe: 2 failures
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;
static int value = 7, seen;

static void *look(void *arg) {
  sem_getvalue(&sem, &value);
  return arg;
}

static void *take(void *arg) {
  sem_wait(&sem);
  seen = value;
  assert(seen != 1); // FAIL-HERE: assert seen != 1
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 1);
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(seen == 7 && value == 1)); // FAIL-HERE: assert seen == 7 && value == 1
  return 0;
}
