// Two threads count with `lock; incl`: nothing is lost. Without `lock` it is no atomic operation, and refused.
// VERDICT: incomplete
// REASON: inline assembly
#include <assert.h>
#include <pthread.h>

static int count, other;

static void *work(void *unused) {
  __asm__ volatile("lock; incl %0" : "+m"(count) : : "memory");
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  __asm__ volatile("incl %0" : "+m"(other));
  return 0;
}
