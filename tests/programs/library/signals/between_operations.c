// A handler runs between two operations of its thread and sees what is not finished.
// VERDICT: unsafe
// FAILURE: assert 10 first == second
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int first, second;
static void handle(int signal) { (void)signal, assert(first == second); }

static void *interrupt(void *other) {
  pthread_kill(*(pthread_t *)other, SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t self = pthread_self(), thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, interrupt, &self);
  first = 1;
  second = 1;
  pthread_join(thread, NULL);
  return 0;
}
