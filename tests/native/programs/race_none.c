// Everything is ordered: by creation and joining, a lock, a release and an acquire, a condition variable, a barrier, a semaphore.
// EACH: none --check=+race
// USE: ../replayed.steps
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t given;
static atomic_int flag;
static int before, locked, published, waited, handed, set;
static void *work(void *p) {
  handed = before;
  sem_post(&given);
  pthread_mutex_lock(&lock);
  locked++;
  set = waited = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  published = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&given, 0, 0);
  before = 1;
  pthread_create(&t, 0, work, 0);
  sem_wait(&given);
  int sum = handed;
  pthread_mutex_lock(&lock);
  locked++;
  while (!set) pthread_cond_wait(&changed, &lock);
  sum += waited;
  pthread_mutex_unlock(&lock);
  if (atomic_load_explicit(&flag, memory_order_acquire)) sum += published;
  pthread_join(t, 0);
  return sum + published > 9;
}
