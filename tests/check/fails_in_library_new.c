// OLD-FAILURE: memory 15
// OLD-FAILURE: memory 9
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
  x = 2;
  return x;
}
