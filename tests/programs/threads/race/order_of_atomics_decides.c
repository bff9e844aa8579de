// No value matters here, but the order of two atomic operations does: whether the second thread's writes are published to the first.
// ARGS: --tests=failures --check=+race
// VERDICT: unsafe
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int count;
static void *reader(void *p) {
  atomic_fetch_add_explicit(&count, 1, memory_order_acquire);
  int seen = data; // FAIL-HERE: race
  (void)seen;
  return p;
}
static void *writer(void *p) {
  data = 2;
  atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
