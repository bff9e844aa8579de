// Two looks at a semaphore have no order, also where one of them is an atomic section: each comes before the wait or after.
// ARGS: --strategy=dpor --tests=none
// VERDICT: unsafe
// FAILURE: assert 38
// FAILURE: assert 39
// RUNS: full=4 blocked=0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static sem_t sem;
static int plain, section;

static void *looks(void *arg) {
  sem_getvalue(&sem, arg);
  return NULL;
}

static void *waits(void *arg) {
  sem_wait(&sem);
  return arg;
}

static void *looks_in_section(void *arg) {
  __VERIFIER_atomic_begin();
  sem_getvalue(&sem, arg);
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t t[3];
  sem_init(&sem, 0, 1);
  pthread_create(&t[0], NULL, looks, &plain);
  pthread_create(&t[1], NULL, waits, NULL);
  pthread_create(&t[2], NULL, looks_in_section, &section);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(plain <= section); /* the plain look before the wait, the section behind it */
  assert(plain >= section); /* and the other way round */
  return 0;
}
