// NEW-FAILURE: assert 28
/* A wait on a semaphore is added: what another thread sees of its value has changed. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t sem;
static int seen;

static void *look(void *arg) {
  int value = 0;
  sem_getvalue(&sem, &value);
  seen = value;
  return arg;
}

static void *take(void *arg) {
  sem_wait(&sem);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 1);
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen == 1);
  return 0;
}
