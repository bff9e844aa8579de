// A stale pointer frees the object that was made in the old place, before its owner writes to it. In the run that is tried
// first the stale free fails before the request, and nobody holds the address any more.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// FAILURE: memory 21 double free
// FAILURE: memory 27 double free
// FAILURE: memory 32 use after free
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static int *shared;
static _Atomic(struct node *) top;

static void *stale(void *arg) {
  int *q = shared;
  free(q);
  return arg;
}

static void *owner(void *arg) {
  int *q = shared;
  free(q);
  shared = NULL;
  struct node *n = top;
  if (n && atomic_compare_exchange_strong(&top, &n, n->next)) free(n);
  q = malloc(sizeof *q);
  *q = 2;
  return arg;
}

int main(void) {
  pthread_t t, u;
  shared = malloc(sizeof *shared);
  top = calloc(1, sizeof *top);
  pthread_create(&t, NULL, owner, NULL);
  pthread_create(&u, NULL, stale, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
