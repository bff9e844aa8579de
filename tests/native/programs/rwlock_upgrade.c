// Two readers that both want to write.
// EACH: deadlock
// USE: ../replayed.steps
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *upgrader(void *p) {
  pthread_rwlock_rdlock(&l);
  if (pthread_rwlock_trywrlock(&l)) pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, upgrader, 0);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  return 0;
}
