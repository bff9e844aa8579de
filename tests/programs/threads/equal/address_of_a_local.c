// Each thread shows the address of a local variable. Which of two addresses is the lower one tells the threads apart.
// VERDICT: unsafe
// FAILURE: assert 17
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t first;
static int next;

static void *show(void *arg) {
  int local = 0;
  uintptr_t here = (uintptr_t)&local;
  int drawn = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
  if (drawn == 0) __atomic_store_n(&first, here, __ATOMIC_SEQ_CST);
  else if (__atomic_load_n(&first, __ATOMIC_SEQ_CST) > here) {
    assert(!"the thread with the higher address was the first");
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, show, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
