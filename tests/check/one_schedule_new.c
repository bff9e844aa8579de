// VERDICT: safe
// WITH: impact
// RUNS: full=1 partial=0
/* Two threads add to a balance under a lock, in any order; the change is about what each of them notes for itself. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, noted[2];

static void *deposit(void *arg) {
  int number = (int)(long)arg;
  pthread_mutex_lock(&lock);
  balance = balance * 2 + number;
  assert(balance < 10);
  pthread_mutex_unlock(&lock);
  noted[number] = 2;
  return 0;
}

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++) pthread_create(&thread[i], 0, deposit, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], 0);
  for (int i = 0; i < 2; i++) assert(noted[i] < 3);
  return 0;
}
