// Functions of the C library on shared memory, callbacks of the program among them.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[16] = "ab";
static int numbers[3] = {3, 1, 2};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *writer(void *p) {
  text[1] = 'c';
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  qsort(numbers, 3, sizeof *numbers, compare);
  char *copy = strdup("x");
  printf("%s %d\n", copy, numbers[0]);
  free(copy);
  int before = text[1];
  pthread_join(t, 0);
  assert(strlen(text) == 2 && numbers[2] == 3);
  assert(before == 'b');
  return 0;
}
