// All that publishes with all that receives: a release store, a store or read-modify-write behind a fence; an acquire load, a load or
// read-modify-write before a fence.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=32 blocked=0
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
enum { WAYS = 4 };
static int data;
static atomic_int flag;
static unsigned how_to_send;
static void *sender(void *p) {
  data = 1;
  switch (how_to_send) {
  case 0: atomic_store_explicit(&flag, 1, memory_order_release); break;
  case 1:
    atomic_thread_fence(memory_order_release);
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    break;
  case 2:
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    break;
  default:
    atomic_thread_fence(memory_order_acq_rel);
    __atomic_store_n((int *)&flag, 1, __ATOMIC_RELAXED);
  }
  return p;
}
static int receives(unsigned how) {
  int seen;
  switch (how) {
  case 0: return atomic_load_explicit(&flag, memory_order_acquire);
  case 1:
    seen = atomic_load_explicit(&flag, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    return seen;
  case 2:
    seen = atomic_fetch_or_explicit(&flag, 0, memory_order_relaxed);
    __sync_synchronize();
    return seen;
  default:
    seen = atomic_fetch_add_explicit(&flag, 0, memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    return seen;
  }
}
int main(void) {
  pthread_t t;
  unsigned how;
  heddle_symbolic(&how_to_send, sizeof how_to_send, "how_to_send");
  heddle_symbolic(&how, sizeof how, "how_to_receive");
  heddle_assume(how_to_send < WAYS && how < WAYS);
  pthread_create(&t, NULL, sender, NULL);
  if (receives(how)) data++;
  pthread_join(t, NULL);
  return 0;
}
