// The release became relaxed: nothing orders the two accesses to the data any more.
// NEW-FAILURE: race 19
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <heddle.h>
#define SIZE 2u
static struct { atomic_uint head, tail; int data[SIZE]; } ring;
static int push(int v) {
  unsigned t = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  if (t - atomic_load_explicit(&ring.head, memory_order_acquire) == SIZE) return 0;
  ring.data[t % SIZE] = v;
  atomic_store_explicit(&ring.tail, t + 1, memory_order_relaxed);
  return 1;
}
static int pop(int *v) {
  unsigned h = atomic_load_explicit(&ring.head, memory_order_relaxed);
  if (h == atomic_load_explicit(&ring.tail, memory_order_acquire)) return 0;
  *v = ring.data[h % SIZE];
  atomic_store_explicit(&ring.head, h + 1, memory_order_release);
  return 1;
}
static int n;
static void *producer(void *arg) { (void)arg; for (int i = 1; i <= 3; i++) while (!push(i + n)); return 0; }
int main(void) {
  pthread_t t;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n >= 0 && n < 100);
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 3; i++) { int v; while (!pop(&v)); assert(v == i + n); }
  pthread_join(t, 0);
  return 0;
}
