// A timer that rings again and again: the loop ends with the third time, and no handler interrupts itself.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t rang, inside;
static void handle(int signal) {
  assert(!inside);
  inside = signal;
  rang++;
  inside = 0;
}
int main(void) {
  struct itimerval often = {{0, 1000}, {0, 1000}};
  signal(SIGALRM, handle);
  assert(setitimer(ITIMER_REAL, &often, 0) == 0);
  while (rang < 3) {}
  return 0;
}
