// Atomic objects of 16 bytes, a pointer with a tag beside it and a number of 128 bits: each operation is one step.
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct tagged {
  void *pointer;
  unsigned long tag;
};

static _Atomic struct tagged head;
static _Atomic unsigned __int128 sum, low;
static int place;

static void *work(void *unused) {
  struct tagged old = atomic_load(&head);
  for (;;) {
    struct tagged next = {&place, old.tag + 1};
    if (atomic_compare_exchange_weak(&head, &old, next)) break;
  }
  atomic_fetch_add(&sum, (unsigned __int128)3 << 64 | ~0ull);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  work(NULL);
  pthread_join(a, NULL);
  struct tagged last = atomic_exchange(&head, (struct tagged){0});
  assert(last.pointer == &place && last.tag == 2);
  last = atomic_load(&head);
  assert(last.tag == 0);
  assert(atomic_load(&sum) == ((unsigned __int128)7 << 64 | (~0ull - 1)));
  atomic_store(&low, (unsigned __int128)1 << 100);
  assert(atomic_fetch_xor(&low, 5) >> 100 == 1 && atomic_fetch_sub(&low, 6) % 16 == 5);
  assert(low == ((unsigned __int128)1 << 100) - 1);
  return 0;
}
