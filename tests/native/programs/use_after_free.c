// One thread frees what the other one still uses.
// EACH: memory
// USE: ../replayed.steps
#include <pthread.h>
#include <stdlib.h>
static int *volatile box;
static void *reader(void *p) {
  int *b = box;
  if (b) *(int *)p = *b;
  return p;
}
int main(void) {
  pthread_t t;
  int out = 0;
  box = malloc(sizeof *box);
  *box = 5;
  pthread_create(&t, 0, reader, &out);
  int *old = box;
  box = 0;
  *old = 6;
  free(old);
  pthread_join(t, 0);
  return out;
}
