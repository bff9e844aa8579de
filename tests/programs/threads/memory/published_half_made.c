// A pointer is published before what it points to is complete.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static _Atomic(struct node *) head;
static void *maker(void *unused) {
  struct node *n = calloc(1, sizeof *n);
  atomic_store(&head, n);
  n->value = 7;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, maker, NULL);
  struct node *n = atomic_load(&head);
  if (n) assert(n->value == 7); // FAIL-HERE: assert
  pthread_join(t, NULL);
  return 0;
}
