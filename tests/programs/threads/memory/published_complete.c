// In the right order.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; };
static _Atomic(struct node *) head;
static void *maker(void *unused) {
  struct node *n = calloc(1, sizeof *n);
  n->value = 7;
  atomic_store(&head, n);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, maker, NULL);
  struct node *n = atomic_load(&head);
  if (n) assert(n->value == 7);
  pthread_join(t, NULL);
  free(head);
  return 0;
}
