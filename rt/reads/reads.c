/* Loaded into the compiler (LD_PRELOAD) when its result is to be kept: writes down what it asks the machine for.

   HEDDLE_READS in the environment is "DESCRIPTOR UNIT". Each record goes there with one write: the number of the unit,
   a letter and a text, ended by a NUL; the letters are in src/front/reads.h. Paths are absolute. What is not there is
   recorded like what is: a header that appears later, before the one that was found, must be noticed.

   The real functions are called in every case, and what they answer is passed on as it is. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define READS_RECORDER /* only the letters */
#include "../../src/front/reads.h"

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static struct {
  int fd; /* 0: not yet asked; -1: nobody wants to know */
  char unit[16];
  char here[PATH_MAX]; /* the current directory */
} reads;

static const char *variable(const char *name) {
  size_t n = strlen(name);
  for (char **at = environ; at && *at; at++)
    if (!strncmp(*at, name, n) && (*at)[n] == '=') return *at + n + 1;
  return NULL;
}

static bool is_wanted(void) {
  if (reads.fd) return reads.fd > 0;
  const char *text = variable("HEDDLE_READS");
  reads.fd = -1;
  if (!text || !getcwd(reads.here, sizeof reads.here)) return false;
  if (sscanf(text, "%d %15[0-9]", &reads.fd, reads.unit) != 2) reads.fd = -1;
  return reads.fd > 0;
}

/* A record that is too long, or cannot be written, must not be missing without a sign. */
static void record(enum reads_kind kind, const char *directory, const char *text) {
  char line[2 * PATH_MAX + 64];
  int error = errno;
  if (is_wanted()) {
    int length = snprintf(line, sizeof line, "%s%c%s%s%s", reads.unit, kind, directory, *directory ? "/" : "", text);
    if (length < 0 || length >= (int)sizeof line)
      length = snprintf(line, sizeof line, "%s%c", reads.unit, READS_UNKNOWN);
    if (write(reads.fd, line, (size_t)length + 1) != length + 1) _exit(2);
  }
  errno = error;
}

static void record_path(enum reads_kind kind, const char *path) {
  if (is_wanted() && path) record(kind, path[0] == '/' ? "" : reads.here, path);
}

/* Relative to an open directory: nothing in clang does that. */
static void record_at(enum reads_kind kind, int directory, const char *path) {
  if (directory == AT_FDCWD || (path && path[0] == '/')) record_path(kind, path);
  else record(READS_UNKNOWN, "", "");
}

static int note_object(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  if (info->dlpi_name && info->dlpi_name[0] == '/') record(READS_LOADED, "", info->dlpi_name);
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  char path[PATH_MAX];
  ssize_t n = is_wanted() ? REAL(readlink)("/proc/self/exe", path, sizeof path - 1) : 0;
  if (n > 0) {
    path[n] = 0;
    record(READS_LOADED, "", path);
  }
  if (is_wanted()) dl_iterate_phdr(note_object, NULL);
}

/* ---- files ---- */

static void opened(int directory, const char *path, int flags, bool good) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
  record_at(!good ? READS_MISSING : writes ? READS_UNKNOWN : READS_CONTENT, directory, path);
}

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    int fd = REAL(name)(path, flags, flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0);                         \
    va_end(list);                                                                                                      \
    opened(AT_FDCWD, path, flags, fd >= 0);                                                                            \
    return fd;                                                                                                         \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
  int name(int directory, const char *path, int flags, ...) {                                                          \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    int fd = REAL(name)(directory, path, flags, flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0);              \
    va_end(list);                                                                                                      \
    opened(directory, path, flags, fd >= 0);                                                                           \
    return fd;                                                                                                         \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                                                                    \
  FILE *name(const char *path, const char *mode) {                                                                     \
    FILE *file = REAL(name)(path, mode);                                                                               \
    opened(AT_FDCWD, path, mode[0] == 'r' && !strchr(mode, '+') ? O_RDONLY : O_RDWR, file != NULL);                    \
    return file;                                                                                                       \
  }
FOPEN(fopen)
FOPEN(fopen64)

#define STAT(name, type, good)                                                                                         \
  int name(const char *path, struct type *info) {                                                                      \
    int result = REAL(name)(path, info);                                                                               \
    record_path(result ? READS_MISSING : good, path);                                                                  \
    return result;                                                                                                     \
  }
STAT(stat, stat, READS_THERE)
STAT(stat64, stat64, READS_THERE)
STAT(lstat, stat, READS_LINK)
STAT(lstat64, stat64, READS_LINK)

#define STATAT(name, type)                                                                                             \
  int name(int directory, const char *path, struct type *info, int flags) {                                            \
    int result = REAL(name)(directory, path, info, flags);                                                             \
    if (*path) record_at(result ? READS_MISSING : READS_THERE, directory, path);                                       \
    return result;                                                                                                     \
  }
STATAT(fstatat, stat)
STATAT(fstatat64, stat64)

int access(const char *path, int mode) {
  int result = REAL(access)(path, mode);
  record_path(result ? READS_MISSING : READS_THERE, path);
  return result;
}

int faccessat(int directory, const char *path, int mode, int flags) {
  int result = REAL(faccessat)(directory, path, mode, flags);
  record_at(result ? READS_MISSING : READS_THERE, directory, path);
  return result;
}

DIR *opendir(const char *path) {
  DIR *result = REAL(opendir)(path);
  record_path(result ? READS_LIST : READS_MISSING, path);
  return result;
}

/* ENOENT: it is not there; EINVAL: it is no link. */
ssize_t readlink(const char *path, char *to, size_t room) {
  ssize_t result = REAL(readlink)(path, to, room);
  record_path(READS_LINK, path);
  return result;
}

char *realpath(const char *path, char *to) {
  char *result = REAL(realpath)(path, to);
  record_path(READS_REAL, path);
  return result;
}

/* ---- environment and time ---- */

char *getenv(const char *name) {
  record(READS_VARIABLE, "", name);
  return (char *)variable(name);
}

char *secure_getenv(const char *name) {
  record(READS_VARIABLE, "", name);
  return REAL(secure_getenv)(name);
}

time_t time(time_t *to) {
  struct timespec now;
  record(READS_TIME, "", "");
  clock_gettime(CLOCK_REALTIME, &now);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}

struct tm *localtime(const time_t *when) {
  record(READS_TIME, "", "");
  return REAL(localtime)(when);
}

struct tm *localtime_r(const time_t *when, struct tm *to) {
  record(READS_TIME, "", "");
  return REAL(localtime_r)(when, to);
}

struct tm *gmtime(const time_t *when) {
  record(READS_TIME, "", "");
  return REAL(gmtime)(when);
}

struct tm *gmtime_r(const time_t *when, struct tm *to) {
  record(READS_TIME, "", "");
  return REAL(gmtime_r)(when, to);
}

char *asctime(const struct tm *when) {
  record(READS_TIME, "", "");
  return REAL(asctime)(when);
}
