// Two counters under two locks are independent: 2! * 2! traces, not 4!.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=4 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static struct account { pthread_mutex_t lock; int balance; } accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void *pay(void *p) {
  struct account *a = p;
  pthread_mutex_lock(&a->lock);
  a->balance += 10;
  pthread_mutex_unlock(&a->lock);
  return NULL;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, pay, &accounts[i % 2]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(accounts[0].balance == 20 && accounts[1].balance == 20);
  return 0;
}
