// The balance is tested outside the lock: two withdrawals together can take more than there is.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// INPUT: balance >= 0
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;
static void *withdraw(void *p) {
  int amount = *(int *)p;
  if (balance < amount) return NULL;
  pthread_mutex_lock(&lock);
  balance -= amount;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int amounts[2];
  heddle_symbolic(&balance, sizeof balance, "balance");
  heddle_symbolic(amounts, sizeof amounts, "amounts");
  heddle_assume((balance >= 0) & (balance <= 1000));
  heddle_assume((amounts[0] > 0) & (amounts[0] <= 1000) & (amounts[1] > 0) & (amounts[1] <= 1000));
  pthread_create(&a, NULL, withdraw, &amounts[0]);
  pthread_create(&b, NULL, withdraw, &amounts[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance >= 0); // FAIL-HERE: assert
  return 0;
}
