// Signed overflow in one of two threads, after the other has stored the operand.
// EACH: arithmetic --check=+overflow
// USE: ../replayed.steps
#include <limits.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x = 1;
static void *large(void *p) {
  pthread_mutex_lock(&lock);
  x = INT_MAX;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, large, 0);
  pthread_mutex_lock(&lock);
  int y = x + 1;
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return y == 7;
}
