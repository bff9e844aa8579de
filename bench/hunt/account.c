/* Twelve threads and main: an account is booked under a lock, the sums beside it are not. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100, withdrawn, deposited;
static void *deposit(void *u) { pthread_mutex_lock(&m); balance += 10; pthread_mutex_unlock(&m); deposited += 10; return u; }
static void *withdraw(void *u) { pthread_mutex_lock(&m); balance -= 10; pthread_mutex_unlock(&m); withdrawn += 10; return u; }
int main(void) {
  pthread_t t[12];
  for (int i = 0; i < 12; i++) pthread_create(&t[i], 0, i % 2 ? withdraw : deposit, 0);
  for (int i = 0; i < 12; i++) pthread_join(t[i], 0);
  assert(deposited == 60 && withdrawn == 60 && balance == 100);
  return 0;
}
