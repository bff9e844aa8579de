/* What a program asks about its process and its machine: who it is, limits, names, the log of the system. The answers
   are the same in every run; docs/library.md lists them. */
#include <errno.h>
#include <libgen.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>
#include "builtins.h"

enum { USER = 1000, PROCESSORS = 2, PAGE = 4096, PAGES = 262144, DESCRIPTORS = 1024 };

static int fail(int error) {
  errno = error;
  return -1;
}

uid_t getuid(void) { return USER; }
uid_t geteuid(void) { return USER; }
gid_t getgid(void) { return USER; }
gid_t getegid(void) { return USER; }
int getpagesize(void) { return PAGE; }
int get_nprocs(void) { return PROCESSORS; }
int get_nprocs_conf(void) { return PROCESSORS; }

long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE: return PAGE;
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF: return PROCESSORS;
  case _SC_PHYS_PAGES:
  case _SC_AVPHYS_PAGES: return PAGES;
  case _SC_OPEN_MAX: return DESCRIPTORS;
  case _SC_CLK_TCK: return 100;
  case _SC_ARG_MAX: return 2097152;
  case _SC_IOV_MAX: return 1024;
  case _SC_HOST_NAME_MAX: return 64;
  case _SC_LOGIN_NAME_MAX: return 256;
  case _SC_LINE_MAX: return 2048;
  case _SC_TTY_NAME_MAX: return 32;
  case _SC_NGROUPS_MAX: return 65536;
  case _SC_RTSIG_MAX: return 32;
  case _SC_THREAD_KEYS_MAX: return 1024;
  case _SC_THREAD_DESTRUCTOR_ITERATIONS: return 4;
  case _SC_THREAD_STACK_MIN: return 16384;
  case _SC_GETPW_R_SIZE_MAX:
  case _SC_GETGR_R_SIZE_MAX: return 1024;
  case _SC_THREADS:
  case _SC_MONOTONIC_CLOCK:
  case _SC_TIMERS:
  case _SC_SEMAPHORES:
  case _SC_BARRIERS:
  case _SC_READER_WRITER_LOCKS:
  case _SC_SPIN_LOCKS:
  case _SC_MAPPED_FILES:
  case _SC_FSYNC:
  case _SC_VERSION: return 200809;
  default:
    if (name < 0 || name > _SC_SIGSTKSZ) return fail(EINVAL);
    __heddle_unsupported("this name of sysconf");
  }
}

int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  char *text = va_arg(list, char *), name[16];
  va_end(list);
  if (option == PR_GET_NAME) return -pthread_getname_np(pthread_self(), text, sizeof name);
  if (option != PR_SET_NAME) __heddle_unsupported("this option of prctl");
  strncpy(name, text, sizeof name - 1);
  name[sizeof name - 1] = '\0';
  return pthread_setname_np(pthread_self(), name);
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *to) {
  if ((int)resource < 0 || (int)resource >= RLIM_NLIMITS) return fail(EINVAL);
  *to = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  if (resource == RLIMIT_NOFILE) *to = (struct rlimit){DESCRIPTORS, DESCRIPTORS};
  if (resource == RLIMIT_STACK) to->rlim_cur = 8 << 20;
  if (resource == RLIMIT_CORE) to->rlim_cur = 0;
  return 0;
}

/* Every limit is as high as it can be; lower ones are accepted, and nobody notices. */
int setrlimit(__rlimit_resource_t resource, const struct rlimit *from) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return -1;
  if (from->rlim_cur > from->rlim_max) return fail(EINVAL);
  return from->rlim_max > now.rlim_max ? fail(EPERM) : 0;
}

int uname(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->nodename, "heddle");
  strcpy(to->release, "6.1.0");
  strcpy(to->version, "#1 SMP");
  strcpy(to->machine, sizeof(void *) == 8 ? "x86_64" : "i686");
  return 0;
}

int gethostname(char *to, size_t size) {
  static const char name[] = "heddle";
  strncpy(to, name, size);
  return size >= sizeof name ? 0 : fail(ENAMETOOLONG);
}

/* ---- scheduling: every thread may run at any time, whatever is set */

int sched_getcpu(void) { return 0; }
int sched_get_priority_max(int policy) {
  return policy == SCHED_FIFO || policy == SCHED_RR           ? 99
         : policy >= 0 && policy <= SCHED_IDLE && policy != 4 ? 0
                                                              : fail(EINVAL);
}
int sched_get_priority_min(int policy) {
  int most = sched_get_priority_max(policy);
  return most > 0 ? 1 : most;
}
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
  (void)process;
  unsigned char first = size > 0 ? *(const unsigned char *)set : 0;
  return (first & ((1 << PROCESSORS) - 1)) != 0 ? 0 : fail(EINVAL);
}
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  (void)process;
  if (size < sizeof(long) || size % sizeof(long) != 0) return fail(EINVAL);
  memset(set, 0, size);
  ((unsigned char *)set)[0] = (1 << PROCESSORS) - 1;
  return 0;
}

/* ---- the log of the system: nobody reads it */

static int log_mask = 0xff;

void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
void vsyslog(int priority, const char *format, va_list list) { (void)priority, (void)format, (void)list; }
void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }
int setlogmask(int mask) {
  int old = log_mask;
  if (mask != 0) log_mask = mask;
  return old;
}

/* ---- parts of paths */

char *__xpg_basename(char *path) {
  if (path == NULL || *path == '\0') return (char *)".";
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/') path[--n] = '\0';
  char *slash = strrchr(path, '/');
  return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

char *plain_basename(const char *path) __asm__("basename");
char *plain_basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash == NULL ? path : slash + 1);
}

char *dirname(char *path) {
  if (path == NULL || *path == '\0') return (char *)".";
  size_t n = strlen(path);
  if (strcmp(path, "//") == 0) return path;
  while (n > 1 && path[n - 1] == '/') n--;
  while (n > 0 && path[n - 1] != '/') n--;
  if (n == 0) return (char *)".";
  size_t slashes = n;
  while (n > 1 && path[n - 1] == '/') n--;
  if (n == 1 && path[0] == '/' && slashes == 2) n = 2; /* "//x" has the directory "//" */
  path[n] = '\0';
  return path;
}

/* ---- random numbers of 48 bits: glibc's, which share their state without a lock */

enum { ADD = 0xb };
#define FACTOR 0x5deece66dULL
static unsigned short state48[3];
static unsigned short last_seed[3];
static unsigned long long factor = FACTOR;
static unsigned short addend = ADD;

static unsigned long long step48(unsigned short x[3]) {
  unsigned long long value = (unsigned long long)x[2] << 32 | (unsigned long long)x[1] << 16 | x[0];
  value = (value * factor + addend) & 0xffffffffffffULL;
  x[0] = (unsigned short)value, x[1] = (unsigned short)(value >> 16), x[2] = (unsigned short)(value >> 32);
  return value;
}

double erand48(unsigned short x[3]) { return (double)step48(x) / 281474976710656.0; }
long nrand48(unsigned short x[3]) { return (long)(step48(x) >> 17); }
long jrand48(unsigned short x[3]) { return (int)(step48(x) >> 16); }
double drand48(void) { return erand48(state48); }
long lrand48(void) { return nrand48(state48); }
long mrand48(void) { return jrand48(state48); }

void srand48(long seed) {
  state48[0] = 0x330e, state48[1] = (unsigned short)seed, state48[2] = (unsigned short)(seed >> 16);
  factor = FACTOR;
  addend = ADD;
}

unsigned short *seed48(unsigned short seed[3]) {
  memcpy(last_seed, state48, sizeof last_seed);
  memcpy(state48, seed, sizeof state48);
  factor = FACTOR;
  addend = ADD;
  return last_seed;
}

void lcong48(unsigned short parameters[7]) {
  memcpy(state48, parameters, sizeof state48);
  factor = (unsigned long long)parameters[5] << 32 | (unsigned long long)parameters[4] << 16 | parameters[3];
  addend = parameters[6];
}
