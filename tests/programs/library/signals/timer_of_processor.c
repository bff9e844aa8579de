// A timer of processor time is not modelled: the place is named.
// VERDICT: incomplete
// REASON: setitimer of a timer of processor time
#include <sys/time.h>
int main(void) {
  struct itimerval soon = {{0, 0}, {0, 1000}};
  return setitimer(ITIMER_VIRTUAL, &soon, 0);
}
