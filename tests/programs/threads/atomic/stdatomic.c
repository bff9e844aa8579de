// Every operation of stdatomic.h on one variable, by two threads.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int sum;
static atomic_uint bits;
static _Atomic(char *) pointer;
static char text[8];
static void *work(void *p) {
  int self = (int)(long)p;
  atomic_fetch_add(&sum, 5);
  atomic_fetch_sub_explicit(&sum, 2, memory_order_relaxed);
  sum += 1;
  atomic_fetch_or(&bits, 1u << self);
  atomic_fetch_xor(&bits, 4u << self);
  atomic_fetch_and(&bits, ~(16u << self));
  atomic_fetch_add(&pointer, 1);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  atomic_store(&bits, 48);
  atomic_init(&pointer, text);
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_join(a, NULL);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(b, NULL);
  assert(sum == 8 && bits == 15 && pointer == text + 2);
  assert(atomic_exchange(&sum, 3) == 8);
  int expected = 4;
  bool done = atomic_compare_exchange_strong(&sum, &expected, 9);
  assert(!done && expected == 3);
  assert(atomic_compare_exchange_strong(&sum, &expected, 9) && sum == 9);
  while (!atomic_compare_exchange_weak(&sum, &(int){9}, 10))
    ;
  assert(atomic_load_explicit(&sum, memory_order_acquire) == 10 && atomic_is_lock_free(&sum));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
  return 0;
}
