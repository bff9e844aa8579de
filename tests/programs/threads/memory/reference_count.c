// The last one to let go frees: counted atomically.
// ARGS: --strategy=dpor --tests=failures --check=+leak
// VERDICT: safe
// RUNS: full=2 blocked=0
// NATIVE: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object { atomic_int users; };
static void *let_go(void *p) {
  struct object *o = p;
  if (atomic_fetch_sub(&o->users, 1) == 1) free(o);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->users, 2);
  pthread_create(&t, NULL, let_go, o);
  let_go(o);
  pthread_join(t, NULL);
  return 0;
}
