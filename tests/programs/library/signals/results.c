// Calls about signals, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define SHOW(call) show(#call, (long)(call))
static void show(const char *call, long result) {
  printf("%s = %ld", call, result);
  if (result == -1) printf(" %s", strerror(errno));
  printf("\n");
}

static void handle(int signal) { printf("handler of %d\n", signal); }
static void handle_info(int signal, siginfo_t *about, void *context) {
  (void)context;
  printf("handler of %d: %d\n", signal, about->si_signo);
}

static void masks(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  SHOW(sigprocmask(SIG_BLOCK, &set, &old));
  SHOW(sigismember(&old, SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(sigpending(&old));
  SHOW(sigismember(&old, SIGUSR1));
  SHOW(sigprocmask(77, &set, NULL));
  SHOW(pthread_sigmask(77, &set, NULL));
  SHOW(sigprocmask(SIG_UNBLOCK, &set, NULL));
  SHOW(sigprocmask(SIG_SETMASK, NULL, &old));
  SHOW(sigismember(&old, SIGUSR1));
}

static void waits(void) {
  sigset_t set, none;
  int signal = 0;
  siginfo_t about;
  struct timespec soon = {0, 1000000}, bad = {0, -1};
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR2);
  SHOW(sigwait(&set, &signal));
  printf("%d\n", signal);
  kill(getpid(), SIGUSR1);
  SHOW(sigwaitinfo(&set, &about));
  printf("%d\n", about.si_signo);
  SHOW(sigtimedwait(&set, &about, &soon));
  SHOW(sigtimedwait(&set, &about, &bad));
  pthread_kill(pthread_self(), SIGUSR2);
  SHOW(sigsuspend(&none));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int main(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  SHOW(sigaction(SIGUSR1, &action, &old));
  SHOW(old.sa_handler == SIG_DFL);
  SHOW(sigaction(SIGKILL, &action, NULL));
  SHOW(sigaction(0, &action, NULL));
  SHOW(sigaction(99, NULL, &old));
  SHOW(signal(SIGALRM, handle) == SIG_DFL);
  SHOW(raise(SIGUSR1));
  SHOW(kill(getpid(), SIGUSR1));
  SHOW(kill(getpid(), 0));
  SHOW(kill(getpid(), 99));
  SHOW(pthread_kill(pthread_self(), SIGUSR1));
  SHOW(pthread_kill(pthread_self(), 0));
  SHOW(pthread_kill(pthread_self(), 99));
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  action.sa_sigaction = handle_info;
  SHOW(sigaction(SIGUSR2, &action, NULL));
  SHOW(raise(SIGUSR2));
  SHOW(sigaction(SIGUSR2, NULL, &old));
  SHOW(old.sa_handler == SIG_DFL);
  SHOW(signal(SIGUSR2, handle) == SIG_DFL);
  masks();
  waits();
  sigset_t set;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  SHOW(alarm(100));
  SHOW(alarm(1));
  SHOW(sigwait(&set, &number));
  SHOW(number);
  SHOW(alarm(0));
  return 0;
}
