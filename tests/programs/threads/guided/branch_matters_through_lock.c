// A branch on an input decides only whether a lock is taken: that matters, because of the deadlock it can lead to.
// VERDICT: unsafe
// FAILURE: deadlock 22
// REPLAY: yes
#include <pthread.h>
#include "heddle.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return arg;
}
int main(void) {
  pthread_t t;
  unsigned char in;
  heddle_symbolic(&in, 1, "in");
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&m);
  if (in == 200) {
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
