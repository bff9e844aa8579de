/* What a program may ask about the machine, its policies and limits, and memory: answers of the machine of system.c. */
#include <errno.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>
#include "builtins.h"

static int fail(int error) {
  errno = error;
  return -1;
}

/* ---- scheduling: one policy for all, and no right to another */

static int is_own(pid_t process) { return process == 0 || process == getpid(); }

int sched_getscheduler(pid_t process) {
  if (process < 0) return fail(EINVAL);
  return is_own(process) ? SCHED_OTHER : fail(ESRCH);
}
int sched_getparam(pid_t process, struct sched_param *to) {
  if (process < 0 || to == NULL) return fail(EINVAL);
  if (!is_own(process)) return fail(ESRCH);
  *to = (struct sched_param){0};
  return 0;
}
int sched_setscheduler(pid_t process, int policy, const struct sched_param *from) {
  int low = sched_get_priority_min(policy), high = sched_get_priority_max(policy);
  if (process < 0 || from == NULL || low < 0 || from->sched_priority < low || from->sched_priority > high)
    return fail(EINVAL);
  if (!is_own(process)) return fail(ESRCH);
  if (policy != SCHED_OTHER) return policy == SCHED_FIFO || policy == SCHED_RR ? fail(EPERM) : 0;
  return 0;
}
int sched_setparam(pid_t process, const struct sched_param *from) {
  return sched_setscheduler(process, SCHED_OTHER, from);
}
int sched_rr_get_interval(pid_t process, struct timespec *to) {
  if (process < 0) return fail(EINVAL);
  if (!is_own(process)) return fail(ESRCH);
  *to = (struct timespec){.tv_nsec = 4000000};
  return 0;
}
int getcpu(unsigned *processor, unsigned *node) {
  if (processor != NULL) *processor = 0;
  if (node != NULL) *node = 0;
  return 0;
}

/* ---- who */

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = getuid();
  return 0;
}
int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = getgid();
  return 0;
}
static int is_own_or_none(unsigned id, unsigned own) { return id == own || id == (unsigned)-1; }
int setreuid(uid_t a, uid_t b) { return is_own_or_none(a, getuid()) && is_own_or_none(b, getuid()) ? 0 : fail(EPERM); }
int setregid(gid_t a, gid_t b) { return is_own_or_none(a, getgid()) && is_own_or_none(b, getgid()) ? 0 : fail(EPERM); }
int setresuid(uid_t a, uid_t b, uid_t c) { return is_own_or_none(c, getuid()) ? setreuid(a, b) : fail(EPERM); }
int setresgid(gid_t a, gid_t b, gid_t c) { return is_own_or_none(c, getgid()) ? setregid(a, b) : fail(EPERM); }

/* ---- limits and figures */

int prlimit(pid_t process, __rlimit_resource_t resource, const struct rlimit *from, struct rlimit *to) {
  struct rlimit now;
  if (!is_own(process)) return fail(ESRCH);
  if (getrlimit(resource, &now) != 0) return -1;
  if (from != NULL && setrlimit(resource, from) != 0) return -1;
  if (to != NULL) *to = now;
  return 0;
}

/* Of a directory or file, whichever: there is one file system. */
static long limit_of_paths(int name) {
  switch (name) {
  case _PC_LINK_MAX: return 127;
  case _PC_MAX_CANON:
  case _PC_MAX_INPUT:
  case _PC_NAME_MAX: return 255;
  case _PC_PATH_MAX: return PATH_MAX;
  case _PC_PIPE_BUF: return PIPE_BUF;
  case _PC_CHOWN_RESTRICTED:
  case _PC_NO_TRUNC: return 1;
  case _PC_VDISABLE: return 0;
  default: break;
  }
  if (name < 0 || name > _PC_2_SYMLINKS) return fail(EINVAL);
  __heddle_unsupported("this name of pathconf");
}
long pathconf(const char *path, int name) {
  struct stat status;
  if (*path == '\0') return fail(ENOENT);
  return stat(path, &status) != 0 ? -1 : limit_of_paths(name);
}
long fpathconf(int fd, int name) {
  struct stat status;
  if (name < 0) return fail(EINVAL);
  return fstat(fd, &status) != 0 ? -1 : limit_of_paths(name);
}

size_t confstr(int name, char *to, size_t size) {
  const char *text = name == _CS_PATH ? "/bin:/usr/bin" : NULL;
  if (text == NULL) __heddle_unsupported("this name of confstr");
  if (to != NULL && size > 0) {
    strncpy(to, text, size - 1);
    to[size - 1] = '\0';
  }
  return strlen(text) + 1;
}

const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

int sysinfo(struct sysinfo *to) {
  memset(to, 0, sizeof *to);
  to->uptime = 3600;
  to->totalram = 1UL << 30;
  to->freeram = 1UL << 29;
  to->procs = 1;
  to->mem_unit = 1;
  return 0;
}

int timespec_getres(struct timespec *to, int base) {
  if (base != TIME_UTC) return 0;
  if (to != NULL) *to = (struct timespec){.tv_nsec = 1};
  return base;
}

/* ---- memory: pages are there, and stay. What an access may do is not watched: a program that waits for the signal of
   a forbidden one is not one that this machine runs. */

static int is_page(const void *memory) { return (unsigned long)memory % 4096 == 0; }

int mprotect(void *memory, size_t size, int protection) {
  if (!is_page(memory)) return fail(EINVAL);
  if (size > 0 && (protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __heddle_unsupported("mprotect that forbids accesses");
  return 0;
}
int mlock(const void *memory, size_t size) {
  (void)memory, (void)size;
  return 0;
}
int mlock2(const void *memory, size_t size, unsigned flags) {
  return flags & ~(unsigned)MLOCK_ONFAULT ? fail(EINVAL) : mlock(memory, size);
}
int munlock(const void *memory, size_t size) { return mlock(memory, size); }
int mlockall(int flags) {
  return flags == 0 || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) || flags == MCL_ONFAULT ? fail(EINVAL) : 0;
}
int munlockall(void) { return 0; }
int posix_madvise(void *memory, size_t size, int advice) {
  (void)size;
  return !is_page(memory) || advice < POSIX_MADV_NORMAL || advice > POSIX_MADV_DONTNEED ? EINVAL : 0;
}
