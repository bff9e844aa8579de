// Atomic operations in one thread behave like plain ones.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdatomic.h>
static atomic_int a = 5;
int main(void) {
  assert(atomic_fetch_add(&a, 3) == 5 && atomic_load(&a) == 8 && a++ == 8);
  int expected = 9;
  assert(atomic_compare_exchange_strong(&a, &expected, 20) && a == 20);
  assert(!atomic_compare_exchange_strong(&a, &expected, 30) && expected == 20);
  assert(__sync_fetch_and_or(&(int){4}, 1) == 4 && __atomic_sub_fetch(&(int){4}, 1, __ATOMIC_SEQ_CST) == 3);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
