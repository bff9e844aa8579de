// Test and set with an exchange that writes what is already there.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int value;
static void *add(void *unused) {
  while (atomic_flag_test_and_set(&lock))
    ;
  value++;
  atomic_flag_clear(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
