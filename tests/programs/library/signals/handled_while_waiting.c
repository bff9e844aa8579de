// A thread that waits at a semaphore, a pipe or asleep handles a signal of another thread, which waits for that.
// VERDICT: safe
// REPLAY: 10
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t never, handled;
static int ends[2];
static void handle(int signal) {
  assert(signal == SIGUSR1);
  sem_post(&handled);
}

static void *wait_there(void *unused) {
  char byte;
  while (sem_wait(&never) != 0) assert(errno == EINTR);
  assert(read(ends[0], &byte, 1) == 1);
  return unused;
}

static void wait_for_handler(void) {
  while (sem_wait(&handled) != 0) {}
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = handle};
  sem_init(&never, 0, 0);
  sem_init(&handled, 0, 0);
  if (pipe(ends) != 0) return 1;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, wait_there, NULL);
  pthread_kill(thread, SIGUSR1);
  wait_for_handler();
  sem_post(&never);
  if (write(ends[1], "x", 1) != 1) return 1;
  pthread_join(thread, NULL);
  return 0;
}
