// One more shared access: no old schedule fits any more.
// USE: threads_go.steps
#include <pthread.h>

#include "heddle.h"

static int x, y;

static void *other(void *arg) {
  (void)arg;
  x = 1;
  y = x;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  x = 2;
  y = 5;
  pthread_join(t, 0);
  return y;
}
