// Timers of real time and of processor time, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static int caught;
static void handle(int signal) { caught += signal == SIGALRM; }

#define SHOW(call) show(#call, (long)(call))
static void show(const char *call, long result) {
  printf("%s = %ld", call, result);
  if (result == -1) printf(" %s", strerror(errno));
  printf("\n");
}

/* What is left is a little less than what was set, natively. */
static void show_timer(const struct itimerval *t) {
  long tenths = (t->it_value.tv_sec * 1000000 + t->it_value.tv_usec + 99999) / 100000;
  printf("  %ld/10 then %ld.%06ld\n", tenths, (long)t->it_interval.tv_sec, (long)t->it_interval.tv_usec);
}

static void arguments(void) {
  struct itimerval set = {{2, 345678}, {100, 500000}}, old, negative = {{0, 0}, {-1, 0}}, large = {{0, 1000000}, {1, 0}};
  struct itimerval none = {{5, 0}, {0, 0}}, far = {{0, 0}, {1L << 31, 0}};
  SHOW(setitimer(ITIMER_REAL, &set, &old));
  show_timer(&old);
  SHOW(getitimer(ITIMER_REAL, &old));
  show_timer(&old);
  SHOW(setitimer(ITIMER_REAL, &negative, &old));
  SHOW(setitimer(ITIMER_REAL, &large, &old));
  SHOW(setitimer((__itimer_which_t)3, &set, &old));
  SHOW(setitimer((__itimer_which_t)-1, &set, &old));
  SHOW(getitimer((__itimer_which_t)3, &old));
  SHOW(getitimer(ITIMER_VIRTUAL, &old));
  show_timer(&old);
  SHOW(setitimer(ITIMER_PROF, &none, &old));
  show_timer(&old);
  SHOW(setitimer(ITIMER_REAL, &none, &old));
  show_timer(&old);
  SHOW(getitimer(ITIMER_REAL, &old));
  show_timer(&old);
  SHOW(setitimer(ITIMER_REAL, &far, NULL));
  SHOW(alarm(7) > 1000000);
  SHOW(ualarm(200000, 0) > 6000000);
  set.it_value.tv_usec = 300000;
  SHOW(setitimer(ITIMER_REAL, &set, NULL));
  SHOW(alarm(0));
}

int main(void) {
  sigset_t set;
  int number;
  struct itimerval often = {{0, 2000}, {0, 1000}}, none = {{0, 0}, {0, 0}};
  signal(SIGALRM, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  arguments();
  SHOW(setitimer(ITIMER_REAL, &often, NULL));
  for (int i = 0; i < 5; i++) SHOW(sigwait(&set, &number));
  SHOW(number);
  SHOW(setitimer(ITIMER_REAL, &none, NULL));
  SHOW(caught);
  return 0;
}
