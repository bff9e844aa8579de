// Parts of paths, random numbers of 48 bits, sets of signals and other small functions, as the C library's.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <errno.h>
#include <libgen.h>
#undef basename
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <syslog.h>
#include <unistd.h>

static void paths(void) {
  static const char *const all[] = {"", "/", "//", "a", "a/", "/a", "/a/", "a/b", "a//b//", "//a", "///a", "a/b/c.d", ".", "..", "/a//b/", "a//"};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    char one[16], two[16];
    strcpy(one, all[i]);
    strcpy(two, all[i]);
    printf("%s: ", all[i]);
    printf("%s ", dirname(one));
    printf("%s ", __xpg_basename(two));
    printf("%s\n", basename(all[i]));
  }
  printf("%s %s\n", dirname(NULL), __xpg_basename(NULL));
}

static void numbers(void) {
  unsigned short x[3] = {1, 2, 3}, y[3] = {5, 6, 7}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
  printf("%ld ", lrand48());
  printf("%ld ", mrand48());
  printf("%.17g\n", drand48());
  srand48(42);
  printf("%ld ", lrand48());
  printf("%ld ", mrand48());
  printf("%.17g\n", drand48());
  printf("%ld ", nrand48(x));
  printf("%ld ", jrand48(x));
  printf("%.17g\n", erand48(x));
  unsigned short *old = seed48(y);
  printf("%hu %hu %hu ", old[0], old[1], old[2]);
  printf("%ld\n", lrand48());
  lcong48(parameters);
  printf("%ld\n", lrand48());
}

static void mathematics(void) {
  static const double all[] = {0, 0.5, -0.25, 1, 1.75, -3, 20, 1e-9, 1e300};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    volatile double x = all[i];
    volatile float f = (float)all[i];
    printf("%.17g %.17g %.17g %.17g %.17g\n", acos(x), asin(x), atan(x), atan2(x, 0.3), cbrt(x));
    printf("%.17g %.17g %.17g %.17g\n", sinh(x), cosh(x), tanh(x), hypot(x, 2));
    printf("%.17g %.17g %.17g %.17g\n", expm1(x), log1p(x), erf(x), erfc(x));
    printf("%.17g %.17g %.17g\n", asinh(x), acosh(x), atanh(x));
    printf("%.9g %.9g %.9g %.9g\n", acosf(f), atan2f(f, 0.3f), sinhf(f), cbrtf(f));
    printf("%.17g\n", tgamma(x));
  }
}

static volatile int seen;
static void handler(int number) { seen = seen * 100 + number; }

static void show(const char *call, long result) { printf("%s = %ld %s\n", call, result, result < 0 ? strerror(errno) : ""); }
#define SHOW(call) show(#call, (long)(call))

static void signals(void) {
  sigset_t set, old;
  SHOW(sigemptyset(&set));
  SHOW(sigaddset(&set, SIGUSR1));
  SHOW(sigaddset(&set, 0));
  SHOW(sigaddset(&set, 65));
  SHOW(sigismember(&set, SIGUSR1));
  SHOW(sigismember(&set, SIGUSR2));
  SHOW(sigismember(&set, 70));
  SHOW(signal(SIGUSR1, handler) == SIG_DFL);
  SHOW(signal(SIGUSR1, handler) == handler);
  SHOW(raise(SIGUSR1));
  SHOW(seen);
  SHOW(sigprocmask(SIG_BLOCK, &set, &old));
  SHOW(sigismember(&old, SIGUSR1));
  SHOW(raise(SIGUSR1));
  SHOW(seen);
  SHOW(sigpending(&old));
  SHOW(sigismember(&old, SIGUSR1));
  SHOW(sigprocmask(SIG_UNBLOCK, &set, NULL));
  SHOW(seen);
  SHOW(sigprocmask(9, &set, NULL));
  SHOW(pthread_sigmask(9, &set, NULL));
  struct sigaction action = {.sa_handler = SIG_IGN};
  SHOW(sigaction(SIGUSR2, &action, NULL));
  SHOW(raise(SIGUSR2));
  SHOW(sigaction(SIGKILL, &action, NULL));
  SHOW(sigaction(99, &action, NULL));
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW(action.sa_handler == SIG_IGN);
  action.sa_handler = handler;
  action.sa_flags = SA_RESETHAND;
  SHOW(sigaction(SIGUSR2, &action, NULL));
  SHOW(raise(SIGUSR2));
  SHOW(sigaction(SIGUSR2, NULL, &action));
  SHOW(action.sa_handler == SIG_DFL);
  SHOW(raise(SIGCHLD));
  SHOW(raise(-1));
  SHOW(pthread_kill(pthread_self(), 0));
  SHOW(pthread_kill(pthread_self(), SIGUSR1));
  SHOW(pthread_kill(pthread_self(), 1000));
  SHOW(seen);
}

static void process(void) {
  char name[16];
  struct rlimit limit;
  SHOW(prctl(PR_SET_NAME, "a name that is too long"));
  SHOW(prctl(PR_GET_NAME, name));
  printf("%s\n", name);
  SHOW(getrlimit(RLIMIT_STACK, &limit));
  SHOW(getrlimit(99, &limit));
  SHOW(sysconf(_SC_PAGESIZE));
  SHOW(sysconf(_SC_CLK_TCK));
  SHOW(sysconf(-1));
  SHOW(getpagesize());
  SHOW(sched_get_priority_max(SCHED_FIFO));
  SHOW(sched_get_priority_min(SCHED_RR));
  SHOW(sched_get_priority_max(SCHED_OTHER));
  SHOW(sched_get_priority_max(77));
  openlog("x", LOG_PID, LOG_USER);
  SHOW(setlogmask(LOG_UPTO(LOG_ERR)));
  SHOW(setlogmask(0));
  closelog();
}

int main(void) {
  paths();
  numbers();
  mathematics();
  signals();
  process();
  return 0;
}
