// Between two pieces the memory may be given back.
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *p, local[16];
static void *reads(void *q) {
  memcpy(local, p, sizeof local); // FAIL-HERE: memory use after free
  return q;
}
int main(void) {
  pthread_t t;
  p = calloc(1, sizeof local);
  pthread_create(&t, 0, reads, 0);
  free(p);
  pthread_join(t, 0);
  return 0;
}
