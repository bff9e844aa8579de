// What a static initialiser would set is all zeros for these; and the C library takes a semaphore of zeros for one with the value 0.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_rwlock_t rwlock;
static pthread_once_t once;
static sem_t semaphore;
static int set;
static void sets(void) { set++; }
static void *opens(void *rw) {
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_rdlock(rw);
  pthread_rwlock_unlock(rw);
  pthread_once(&once, sets);
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  sem_post(&semaphore);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_rwlock_t *rw = calloc(1, sizeof *rw);
  if (!rw) return 0;
  pthread_create(&t, NULL, opens, rw);
  pthread_once(&once, sets);
  sem_wait(&semaphore);
  pthread_join(t, NULL);
  assert(set == 1);
  free(rw);
  return 0;
}
