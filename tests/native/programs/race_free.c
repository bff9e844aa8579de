// Freeing races with reading, even where the read comes first.
// EACH: race --check=+race
// USE: ../replayed.steps
#include <pthread.h>
#include <stdlib.h>
static int seen;
static void *read_it(void *p) {
  seen = *(int *)p;
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, 0, read_it, p);
  free(p);
  pthread_join(t, 0);
  return 0;
}
