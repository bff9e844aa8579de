// timer_create and its kin, with good and bad arguments; queued signals carry a value, those of real time queue.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHOW(call) show(#call, (long)(call))
static void show(const char *call, long result) {
  printf("%s = %ld", call, result);
  if (result == -1) printf(" %s", strerror(errno));
  printf("\n");
}

static void handle(int signal, siginfo_t *about, void *context) {
  (void)context;
  printf("handler of %d: code %d, value %d\n", signal, about->si_code, about->si_code == SI_QUEUE ? about->si_value.sival_int : 0);
}

static void timers(void) {
  struct sigevent event;
  struct itimerspec soon = {{0, 0}, {0, 1000000}}, late = {{2, 5}, {100, 0}}, bad = {{0, 0}, {0, -1}}, is;
  timer_t timer, other;
  siginfo_t about;
  sigset_t set;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  event.sigev_value.sival_int = 42;
  SHOW(timer_create(CLOCK_MONOTONIC, &event, &timer));
  SHOW(timer_create(99, &event, &other));
  event.sigev_signo = 99;
  SHOW(timer_create(CLOCK_REALTIME, &event, &other));
  event.sigev_notify = 77;
  SHOW(timer_create(CLOCK_REALTIME, &event, &other));
  SHOW(timer_settime(timer, 0, &bad, NULL));
  SHOW(timer_settime(timer, 0, &late, NULL));
  SHOW(timer_gettime(timer, &is));
  printf("%ld %ld %ld\n", (long)is.it_interval.tv_sec, is.it_interval.tv_nsec, (long)(is.it_value.tv_sec + 1) / 10);
  SHOW(timer_settime(timer, 0, &soon, &is));
  printf("%ld %ld\n", (long)is.it_interval.tv_sec, is.it_interval.tv_nsec);
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  SHOW(sigwaitinfo(&set, &about) == SIGRTMIN);
  printf("code %d value %d\n", about.si_code, about.si_value.sival_int);
  SHOW(timer_getoverrun(timer));
  SHOW(timer_gettime(timer, &is));
  printf("%ld %ld\n", (long)is.it_value.tv_sec, is.it_value.tv_nsec);
  SHOW(timer_delete(timer));
  SHOW(timer_create(CLOCK_REALTIME, NULL, &other));
  SHOW(timer_delete(other));
}

static void queues(void) {
  union sigval value = {.sival_int = 7};
  sigset_t set;
  siginfo_t about;
  struct timespec none = {0, 0};
  SHOW(sigqueue(getpid(), SIGRTMIN + 1, value));
  value.sival_int = 8;
  SHOW(sigqueue(getpid(), SIGRTMIN + 1, value));
  SHOW(pthread_sigqueue(pthread_self(), SIGRTMIN, value));
  SHOW(sigqueue(getpid(), 99, value));
  SHOW(pthread_sigqueue(pthread_self(), 99, value));
  SHOW(raise(SIGUSR2));
  SHOW(raise(SIGUSR2));
  SHOW(kill(getpid(), SIGUSR1));
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  SHOW(sigtimedwait(&set, &about, &none));
  printf("code %d\n", about.si_code);
  SHOW(sigtimedwait(&set, &about, &none));
  sigaddset(&set, SIGUSR2);
  sigaddset(&set, SIGRTMIN);
  sigaddset(&set, SIGRTMIN + 1);
  SHOW(sigprocmask(SIG_UNBLOCK, &set, NULL));
}

int main(void) {
  struct sigaction action;
  sigset_t all;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  for (int i = 0; i < 2; i++) sigaction(SIGRTMIN + i, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &action, NULL);
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  timers();
  queues();
  return 0;
}
