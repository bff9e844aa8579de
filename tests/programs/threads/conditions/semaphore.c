// A semaphore that lets two of three threads in.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
static sem_t room;
static atomic_int inside;
static void *work(void *unused) {
  sem_wait(&room);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&room);
  return unused;
}
int main(void) {
  pthread_t t[3];
  int value;
  struct timespec past = {0, 0};
  sem_init(&room, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  sem_getvalue(&room, &value);
  assert(value == 2);
  assert(sem_trywait(&room) == 0 && sem_trywait(&room) == 0);
  assert(sem_trywait(&room) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&room, &past) == -1 && errno == ETIMEDOUT);
  return sem_destroy(&room);
}
