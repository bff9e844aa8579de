/* Random bytes, terminals, groups of processes, limits and figures of the system: what a program may ask that has
   neither a terminal nor children. */
#include <errno.h>
#include <execinfo.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include "builtins.h"

static int fail(int error) {
  errno = error;
  return -1;
}

/* ---- random bytes are inputs */

ssize_t getrandom(void *to, size_t n, unsigned flags) {
  if (flags & ~(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) return fail(EINVAL);
  if (n > 0) __heddle_symbolic(to, n, "random");
  return (ssize_t)n;
}
int getentropy(void *to, size_t n) {
  if (n > 256) return fail(EIO);
  return getrandom(to, n, 0) < 0 ? -1 : 0;
}
void arc4random_buf(void *to, size_t n) { getrandom(to, n, 0); }
uint32_t arc4random(void) {
  uint32_t value;
  getrandom(&value, sizeof value, 0);
  return value;
}
uint32_t arc4random_uniform(uint32_t bound) {
  uint32_t value = arc4random();
  if (bound < 2) return 0;
  __heddle_assume(value < bound);
  return value;
}

/* ---- no descriptor is a terminal */

static int no_terminal(int fd) { return isatty(fd) - 1; /* its error is theirs */ }
int tcgetattr(int fd, struct termios *to) {
  (void)to;
  return no_terminal(fd);
}
int tcsetattr(int fd, int when, const struct termios *from) {
  (void)from;
  return when < TCSANOW || when > TCSAFLUSH ? fail(EINVAL) : no_terminal(fd);
}
int tcflush(int fd, int which) {
  (void)which;
  return no_terminal(fd);
}
int tcdrain(int fd) { return no_terminal(fd); }
pid_t tcgetpgrp(int fd) { return no_terminal(fd); }
char *ttyname(int fd) {
  no_terminal(fd);
  return NULL;
}

/* ---- processes: the program leads its group and session */

pid_t getpgrp(void) { return getpid(); }
static int is_own(pid_t process) { return process == 0 || process == getpid(); }
pid_t getpgid(pid_t process) { return is_own(process) ? getpid() : fail(ESRCH); }
pid_t getsid(pid_t process) { return is_own(process) ? getpid() : fail(ESRCH); }
pid_t setsid(void) { return fail(EPERM); }
int setpgid(pid_t process, pid_t group) {
  if (group < 0) return fail(EINVAL);
  return is_own(process) ? fail(EPERM) : fail(ESRCH);
}
int setuid(uid_t user) { return user == getuid() ? 0 : fail(EPERM); }
int seteuid(uid_t user) { return user == getuid() ? 0 : fail(EPERM); }
int setgid(gid_t group) { return group == getgid() ? 0 : fail(EPERM); }
int setegid(gid_t group) { return group == getgid() ? 0 : fail(EPERM); }
int getgroups(int size, gid_t *list) {
  if (size < 0) return fail(EINVAL);
  if (size > 0) *list = getgid();
  return 1;
}

static int niceness;
int getpriority(__priority_which_t which, id_t who) {
  if ((int)which < PRIO_PROCESS || (int)which > PRIO_USER) return fail(EINVAL);
  return who == 0 || who == (id_t)getpid() || which == PRIO_USER ? niceness : fail(ESRCH);
}
int setpriority(__priority_which_t which, id_t who, int value) {
  if ((int)which < PRIO_PROCESS || (int)which > PRIO_USER) return fail(EINVAL);
  if (who != 0 && who != (id_t)getpid()) return fail(ESRCH);
  if (value < niceness) return fail(EACCES);
  niceness = value > 19 ? 19 : value;
  return 0;
}
int nice(int more) {
  if (more < 0) return fail(EPERM);
  niceness = niceness + more > 19 ? 19 : niceness + more;
  return niceness;
}

/* ---- figures */

int getdtablesize(void) { return (int)sysconf(_SC_OPEN_MAX); }

/* Nobody knows how long anything takes. */
int getrusage(__rusage_who_t who, struct rusage *to) {
  if ((int)who != RUSAGE_SELF && (int)who != RUSAGE_CHILDREN && (int)who != RUSAGE_THREAD) return fail(EINVAL);
  memset(to, 0, sizeof *to);
  if ((int)who == RUSAGE_CHILDREN) return 0;
  clock_t used = clock();
  to->ru_utime.tv_sec = used / CLOCKS_PER_SEC;
  to->ru_utime.tv_usec = used % CLOCKS_PER_SEC;
  to->ru_maxrss = 4096;
  return 0;
}
clock_t times(struct tms *to) {
  clock_t used = clock() / (CLOCKS_PER_SEC / 100);
  if (to != NULL) *to = (struct tms){.tms_utime = used};
  return used;
}
int getloadavg(double *to, int count) {
  int given = count < 0 ? 0 : count > 3 ? 3 : count;
  for (int i = 0; i < given; i++) to[i] = 0.5;
  return given;
}
unsigned long getauxval(unsigned long type) {
  if (type == AT_PAGESZ) return (unsigned long)getpagesize();
  if (type == AT_CLKTCK) return 100;
  errno = ENOENT;
  return 0;
}
int backtrace(void **to, int size) {
  (void)to, (void)size;
  return 0; /* as where nothing can be found out */
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size; i++)
    for (unsigned rest = ((const unsigned char *)set)[i]; rest != 0; rest &= rest - 1) count++;
  return count;
}
cpu_set_t *__sched_cpualloc(size_t count) { return malloc((count + 63) / 64 * 8); }
void __sched_cpufree(cpu_set_t *set) { free(set); }
