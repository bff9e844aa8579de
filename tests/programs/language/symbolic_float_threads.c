// Two threads add to a double without a lock: an addition is lost. Under the lock the sum is exact for these numbers.
// FAILURE: assert 32
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static double unsafe_sum, safe_sum, part[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *which) {
  double amount = part[(long)which];
  unsafe_sum += amount;
  pthread_mutex_lock(&lock);
  safe_sum += amount;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  int a, b;
  pthread_t threads[2];
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_assume(a > 0 && a < 100 && b > 0 && b < 100);
  part[0] = a / 4.0;
  part[1] = b / 4.0;
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  /* Quarters below 2^50 are exact: the order of the additions does not matter. */
  int exact = safe_sum == part[0] + part[1];
  assert(exact);
  assert(unsafe_sum == safe_sum);
  return 0;
}
