// Another thread has the only unit for a while: sem_getvalue may see that there is none.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --json=%t/dpor.json --strategy=dpor --tests=none %s
// EXIT: 1
// STDOUT: unsafe: 1 failure
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *look(void *arg) {
  int value;
  sem_getvalue(&sem, &value);
  assert(value != 0); // FAIL-HERE: assert
  return arg;
}

static void *borrow(void *arg) {
  sem_wait(&sem);
  sem_post(&sem);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 1);
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, borrow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
