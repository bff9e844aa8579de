// A timer rings while the only thread waits: that is no deadlock.
// VERDICT: safe
// REPLAY: yes
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
