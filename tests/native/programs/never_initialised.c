// A lock on the heap that nobody initialised.
// EACH: sync
// USE: ../replayed.steps
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int money;
};
static void *pay(void *p) {
  struct account *a = p;
  pthread_mutex_lock(&a->lock);
  a->money++;
  pthread_mutex_unlock(&a->lock);
  return 0;
}
int main(void) {
  struct account *a = malloc(sizeof *a);
  pthread_t t;
  a->money = 0;
  pthread_create(&t, 0, pay, a);
  pthread_join(t, 0);
  free(a);
  return 0;
}
