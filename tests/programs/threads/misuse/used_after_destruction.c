// Objects of every kind after their end, until they are initialised again.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <pthread.h>
#include <semaphore.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore;

static void begin(void) {
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 1);
}
static void use(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_barrier_wait(&barrier);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  sem_wait(&semaphore);
}
static void end(void) {
  pthread_barrier_destroy(&barrier);
  pthread_spin_destroy(&spin);
  sem_destroy(&semaphore);
  pthread_cond_destroy(&condition);
  pthread_rwlock_destroy(&rwlock);
  pthread_mutex_destroy(&mutex);
}
int main(void) {
  begin();
  use();
  end();
  switch (__VERIFIER_nondet_int()) {
  case 0: pthread_cond_signal(&condition); break;           // FAIL-HERE: sync
  case 1: pthread_cond_destroy(&condition); break;          // FAIL-HERE: sync
  case 2: sem_wait(&semaphore); break;                      // FAIL-HERE: sync
  case 3: sem_post(&semaphore); break;                      // FAIL-HERE: sync
  case 4: sem_destroy(&semaphore); break;                   // FAIL-HERE: sync
  case 5: pthread_barrier_wait(&barrier); break;            // FAIL-HERE: sync
  case 6: pthread_barrier_destroy(&barrier); break;         // FAIL-HERE: sync
  case 7: pthread_rwlock_rdlock(&rwlock); break;            // FAIL-HERE: sync
  case 8: pthread_rwlock_wrlock(&rwlock); break;            // FAIL-HERE: sync
  case 9: pthread_rwlock_trywrlock(&rwlock); break;         // FAIL-HERE: sync
  case 10: pthread_rwlock_destroy(&rwlock); break;          // FAIL-HERE: sync
  case 11: pthread_spin_lock(&spin); break;                 // FAIL-HERE: sync
  case 12: pthread_spin_destroy(&spin); break;              // FAIL-HERE: sync
  case 13: pthread_cond_wait(&condition, &mutex); break;    // FAIL-HERE: sync
  default:
    begin();
    pthread_cond_init(&condition, NULL);
    pthread_rwlock_init(&rwlock, NULL);
    pthread_mutex_init(&mutex, NULL);
    use();
  }
  return 0;
}
