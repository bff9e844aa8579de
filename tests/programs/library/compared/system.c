// unistd.h, sched.h, sys/*.h, signal.h, locale.h, setjmp.h: what other programs do not call. What depends on the machine is not shown.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <langinfo.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

extern void __longjmp_chk(jmp_buf, int) __attribute__((noreturn));
extern size_t __ctype_get_mb_cur_max(void);
static void handle(int signal) { printf("handler of %d\n", signal); }

static void signals(void) {
  sigset_t a, b, c;
  stack_t stack = {.ss_size = 100}, old;
  sigemptyset(&a), sigfillset(&b), SHOW(sigisemptyset(&a)), SHOW(sigisemptyset(&b)), sigaddset(&a, 3), SHOW(sigandset(&c, &a, &b));
  SHOW(sigismember(&c, 3)), SHOW(sigorset(&c, &a, &a)), SHOW(sigismember(&c, 4)), SHOW(sigdelset(&c, 3)), SHOW(sigismember(&c, 3));
  SHOW(sigdelset(&c, 0)), SHOW(sigdelset(&c, 99)), SHOW(SIGRTMIN), SHOW(SIGRTMAX), SHOW(__libc_current_sigrtmin() == __libc_current_sigrtmax());
  SHOW(sighold(SIGUSR1)), signal(SIGUSR1, handle), SHOW(raise(SIGUSR1)), SHOW(sigrelse(SIGUSR1)), SHOW(sighold(99)), SHOW(sigrelse(-1));
  SHOW(sigignore(SIGUSR1)), SHOW(raise(SIGUSR1)), SHOW(sigignore(SIGKILL)), SHOW(siginterrupt(SIGUSR1, 1)), SHOW(siginterrupt(99, 1));
  SHOW(sigaltstack(NULL, &old)), SHOW(old.ss_flags), SHOW(sigaltstack(&stack, NULL)), stack.ss_sp = malloc(stack.ss_size = 65536);
  SHOW(sigaltstack(&stack, NULL)), SHOW(sigaltstack(NULL, &old)), SHOW(old.ss_flags), SHOW(old.ss_size), stack.ss_flags = 77;
  SHOW(sigaltstack(&stack, NULL)), SHOW(killpg(getpgrp(), 0)), psignal(SIGINT, "p"), psignal(99, NULL);
}

static void processors(void) {
  cpu_set_t set;
  SHOW(get_nprocs() > 0), SHOW(get_nprocs_conf() >= get_nprocs()), SHOW(sched_getcpu() >= 0), SHOW(sched_getaffinity(0, sizeof set, &set) >= 0);
  SHOW(CPU_COUNT(&set) > 0), SHOW(sched_setaffinity(0, sizeof set, &set)), SHOW(pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  SHOW(pthread_setaffinity_np(pthread_self(), sizeof set, &set)), SHOW(sched_getaffinity(0, 1, &set)), SHOW(pthread_getconcurrency());
  SHOW(pthread_setconcurrency(3)), SHOW(pthread_getconcurrency()), SHOW(pthread_setconcurrency(-1)), SHOW(pthread_atfork(NULL, NULL, NULL));
  pthread_attr_t attributes;
  SHOW(pthread_attr_init(&attributes)), SHOW(pthread_attr_setaffinity_np(&attributes, sizeof set, &set)), SHOW(pthread_attr_destroy(&attributes));
  struct sched_param parameter = {0};
  SHOW(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter)), SHOW(pthread_setschedprio(pthread_self(), 0)), SHOW(pthread_setschedparam(pthread_self(), 77, &parameter) + (errno = 0));
}

static void log_list(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsyslog(LOG_DEBUG, format, list);
  va_end(list);
}

int main(int count, char **arguments) {
  struct utsname name;
  struct epoll_event event;
  char buffer[300];
  jmp_buf jump;
  sigjmp_buf other;
  volatile int times = 0;
  SHOW(getuid() == geteuid()), SHOW(getgid() == getegid()), SHOW(getpid() > 0), SHOW(getppid() >= 0), SHOW(gethostname(buffer, sizeof buffer));
  SHOW(gethostname(buffer, 0)), SHOW(uname(&name)), TEXT(name.sysname), SHOW(count), SHOW(strlen(program_invocation_name) > 0), SHOW(arguments[0] != NULL);
  SHOW(strchr(program_invocation_short_name, '/') == NULL), SHOW(h_errno = 5), SHOW(*__h_errno_location());
  SHOW(epoll_pwait(77, &event, 1, 0, NULL)), SHOW(epoll_pwait(0, &event, 0, 0, NULL));
  locale_t c = newlocale(LC_ALL_MASK, "C", NULL), copy = duplocale(c);
  TEXT(nl_langinfo_l(RADIXCHAR, copy)), TEXT(nl_langinfo_l(CODESET, c)), freelocale(copy), log_list("%d", 1), syslog(LOG_DEBUG, "%s", "x");
  if (_setjmp(jump) == 0) times++, _longjmp(jump, 0);
  if (sigsetjmp(other, 1) == 0) times++, siglongjmp(other, 5);
  if (_setjmp(jump) == 0) times++, __longjmp_chk(jump, 1);
  SHOW(times), SHOW(__ctype_get_mb_cur_max()), signals(), processors();
  return 0;
}
