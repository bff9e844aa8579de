// A wait is not interrupted: what natively ends is no deadlock here, but incomplete.
// VERDICT: incomplete
// REASON: a signal has come for a thread that waits
// NATIVE: yes
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
static sem_t semaphore;
static void handle(int signal) { (void)signal, sem_post(&semaphore); }
int main(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGALRM, handle);
  alarm(1);
  while (sem_wait(&semaphore) != 0) {}
  return 0;
}
