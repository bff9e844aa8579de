// An acquire fence as the last thing before a thread is created, and as the last thing that a joined thread does.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// NATIVE: yes
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static int seen;
static void *publish(void *p) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return p;
}
static void *look(void *result) {
  *(int *)result = atomic_load_explicit(&ready, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  return 0;
}
static void *use(void *p) {
  data++;
  return p;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, publish, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    pthread_create(&b, 0, use, 0);
    pthread_join(b, 0);
  } else {
    pthread_create(&c, 0, look, &seen);
    pthread_join(c, 0);
    if (seen) data++;
  }
  pthread_join(a, 0);
  return 0;
}
