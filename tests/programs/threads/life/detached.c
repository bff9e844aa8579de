// Detached threads, by call and by attribute: the program may end before, between or after them.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void *work(void *unused) {
  atomic_fetch_add(&done, 1);
  return unused;
}
static void *itself(void *unused) {
  pthread_detach(pthread_self());
  atomic_fetch_add(&done, 1);
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &attributes, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_detach(b);
  pthread_create(&c, NULL, itself, NULL);
  int seen = atomic_load(&done);
  assert(seen >= 0 && seen <= 3);
  pthread_attr_destroy(&attributes);
  return 0;
}
