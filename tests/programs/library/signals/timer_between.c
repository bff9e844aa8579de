// The timer may ring between two writes, also when it rings for the second time.
// VERDICT: unsafe
// FAILURE: assert 11 first == second
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t rang;
static volatile int first, second;
static void handle(int signal) {
  (void)signal;
  if (rang++ == 1) assert(first == second);
}
int main(void) {
  struct itimerval often = {{0, 1000}, {0, 1000}};
  signal(SIGALRM, handle);
  setitimer(ITIMER_REAL, &often, 0);
  first = 1;
  second = 1;
  while (rang < 2) {}
  return 0;
}
