// Read and write apart: both believe that they are the last one, or one reads what is already freed.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int users = 2;
static void *let_go(void *p) {
  atomic_fetch_sub(&users, 1);
  if (atomic_load(&users) == 0) free(p); // FAIL-HERE: memory
  return NULL;
}
int main(void) {
  pthread_t t;
  char *p = malloc(4);
  pthread_create(&t, NULL, let_go, p);
  let_go(p);
  pthread_join(t, NULL);
  return 0;
}
