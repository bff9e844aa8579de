// The loop's second round detaches a thread again. Memory is as it was, but the thread is detached now: this is no loop that only waits.
// RUN: heddle run --json=%t/out.json --strategy=naive --tests=none %s
// VERDICT: unsafe
// FAILURE: sync 24
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// VERDICT: unsafe
// FAILURE: sync 24
// REPLAY: yes
#include <pthread.h>
#include <stdbool.h>
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *adds(void *arg) {
  pthread_mutex_lock(&lock);
  x++;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, adds, NULL);
  bool i = false;
  while (i < 2) {
    pthread_detach(t[i]);
    i = true;
  }
  return 0;
}
