// One thread waits for signals that all others block, from creation on.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;
static int stop;

static void *wait_for_signal(void *unused) {
  int signal;
  assert(sigwait(&set, &signal) == 0 && signal == SIGTERM);
  stop = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&thread, NULL, wait_for_signal, NULL);
  kill(getpid(), SIGTERM);
  pthread_join(thread, NULL);
  assert(stop);
  return 0;
}
