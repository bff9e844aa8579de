// The handler does not help: behind it the wait begins again and never ends.
// VERDICT: unsafe
// FAILURE: deadlock 14
// REPLAY: yes
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
static sem_t semaphore;
static void handle(int signal) { (void)signal; }
int main(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGALRM, handle);
  alarm(1);
  while (sem_wait(&semaphore) != 0) {}
  return 0;
}
