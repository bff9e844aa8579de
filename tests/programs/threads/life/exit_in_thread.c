// exit() in a thread ends the program with its status, handlers included.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <pthread.h>
#include <stdlib.h>
static void handler(void) { _Exit(0); }
static void *work(void *unused) {
  exit(3);
  return unused;
}
int main(void) {
  pthread_t t;
  atexit(handler);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  abort();
}
