// OLD-FAILURE: race 8
// ARGS: --check=+race
#include <pthread.h>

static int x, y;

static void *work(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, work, NULL);
  pthread_create(&t[1], NULL, work, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  y = 2;
  return y;
}
