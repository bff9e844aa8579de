// A stale free that waits for its turn finds a larger object in the old place: it conflicts with all of that one.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// FAILURE: memory 21 double free
// FAILURE: memory 29 use after free
// FAILURE: memory 30 use after free
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
static int *shared;
static _Atomic(struct node *) top;

static void *stale(void *arg) {
  int *q = shared;
  free(q);
  free(__atomic_exchange_n(&shared, NULL, __ATOMIC_SEQ_CST));
  return arg;
}

static void *owner(void *arg) {
  struct node *n = top;
  if (n && atomic_compare_exchange_strong(&top, &n, n->next)) free(n);
  n = malloc(sizeof *n);
  n->next = top;
  if (!atomic_compare_exchange_strong(&top, &n->next, n)) free(n);
  return arg;
}

int main(void) {
  pthread_t t, u;
  shared = malloc(sizeof *shared);
  pthread_create(&t, NULL, owner, NULL);
  pthread_create(&u, NULL, stale, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
