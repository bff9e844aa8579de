/* Two failures: the first one is in both versions, the second one (NEW) in the new one alone. A pair whose reader fails at once is met only
   by runs that end there. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y;

static void *writer(void *argument) {
  x = 1;
  x = 2;
#ifdef NEW
  y = 1;
#endif
  return argument;
}

static void *reader(void *argument) {
  assert(x != 1);
  assert(y == 0);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, writer, NULL);
  pthread_create(&thread[1], NULL, reader, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
