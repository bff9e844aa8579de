// The old version fails inside a library function, whose caller is named as the place: what decides about the failure must still be explored.
#include <pthread.h>
#include <stdlib.h>

static int x, *p;

static void *first(void *arg) {
  free(p);
  p = NULL;
  return arg;
}

static void *second(void *arg) {
  free(p);
  return arg;
}

int main(void) {
  pthread_t t[2];
  p = malloc(sizeof *p);
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  x = 1;
  return x;
}
