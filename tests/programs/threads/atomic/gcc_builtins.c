// The __sync and __atomic builtins.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static int a = 10;
static long b = 3;
static unsigned char c = 0xf0;
static void *work(void *unused) {
  __sync_fetch_and_add(&a, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  int got = __sync_add_and_fetch(&a, 1);
  assert(got == 11 || got == 12);
  pthread_join(t, NULL);
  assert(__sync_fetch_and_sub(&a, 2) == 12 && __sync_sub_and_fetch(&a, 1) == 9);
  assert(__sync_bool_compare_and_swap(&a, 9, 20) && !__sync_bool_compare_and_swap(&a, 9, 30));
  assert(__sync_val_compare_and_swap(&a, 20, 21) == 20);
  assert(__sync_fetch_and_or(&c, 1) == 0xf0 && __sync_and_and_fetch(&c, 0x1f) == 0x11 && __sync_xor_and_fetch(&c, 1) == 0x10);
  assert(__sync_lock_test_and_set(&a, 5) == 21);
  __sync_lock_release(&a);
  __sync_synchronize();
  assert(__atomic_load_n(&a, __ATOMIC_ACQUIRE) == 0);
  __atomic_store_n(&b, 8, __ATOMIC_RELEASE);
  assert(__atomic_exchange_n(&b, 9, __ATOMIC_ACQ_REL) == 8 && __atomic_add_fetch(&b, 1, __ATOMIC_RELAXED) == 10);
  assert(__atomic_fetch_nand(&b, 2, __ATOMIC_SEQ_CST) == 10 && b == ~2L);
  long expected = 1;
  assert(!__atomic_compare_exchange_n(&b, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && expected == ~2L);
  assert(__atomic_test_and_set(&c, __ATOMIC_SEQ_CST));
  __atomic_clear(&c, __ATOMIC_SEQ_CST);
  assert(c == 0);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return 0;
}
