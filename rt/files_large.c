/* The names that headers give to the calls on files with -D_FILE_OFFSET_BITS=64: the same functions on a 64-bit
   machine. On a 32-bit one their types are others; there they are unknown. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#if __WORDSIZE == 64
#define SAME(type, name, parameters, call)                                                                             \
  type large_##name parameters __asm__(#name "64");                                                                    \
  type large_##name parameters { return call; }

SAME(FILE *, fopen, (const char *path, const char *mode), fopen(path, mode))
SAME(FILE *, freopen, (const char *path, const char *mode, FILE *stream), freopen(path, mode, stream))
SAME(FILE *, tmpfile, (void), tmpfile())
SAME(int, fseeko, (FILE * stream, off_t offset, int whence), fseeko(stream, offset, whence))
SAME(off_t, ftello, (FILE * stream), ftello(stream))
SAME(int, fgetpos, (FILE * stream, fpos_t *position), fgetpos(stream, position))
SAME(int, fsetpos, (FILE * stream, const fpos_t *position), fsetpos(stream, position))
SAME(int, creat, (const char *path, mode_t mode), creat(path, mode))
SAME(off_t, lseek, (int fd, off_t offset, int whence), lseek(fd, offset, whence))
SAME(ssize_t, pread, (int fd, void *to, size_t n, off_t at), pread(fd, to, n, at))
SAME(ssize_t, pwrite, (int fd, const void *bytes, size_t n, off_t at), pwrite(fd, bytes, n, at))
SAME(int, ftruncate, (int fd, off_t size), ftruncate(fd, size))
SAME(int, truncate, (const char *path, off_t size), truncate(path, size))
SAME(int, stat, (const char *path, struct stat *to), stat(path, to))
SAME(int, lstat, (const char *path, struct stat *to), lstat(path, to))
SAME(int, fstat, (int fd, struct stat *to), fstat(fd, to))
SAME(int, mkstemp, (char *template), mkstemp(template))
SAME(struct dirent *, readdir, (DIR * d), readdir(d))
SAME(void *, mmap, (void *wanted, size_t size, int protection, int flags, int fd, off_t from),
     mmap(wanted, size, protection, flags, fd, from))

SAME(int, fstatat, (int d, const char *path, struct stat *to, int flags), fstatat(d, path, to, flags))
SAME(int, mkostemp, (char *template, int flags), mkostemp(template, flags))
SAME(int, mkstemps, (char *template, int end), mkstemps(template, end))
SAME(int, mkostemps, (char *template, int end, int flags), mkostemps(template, end, flags))
SAME(int, posix_fallocate, (int fd, off_t at, off_t n), posix_fallocate(fd, at, n))
SAME(int, posix_fadvise, (int fd, off_t at, off_t n, int advice), posix_fadvise(fd, at, n, advice))
SAME(int, statvfs, (const char *path, struct statvfs *to), statvfs(path, to))
SAME(int, fstatvfs, (int fd, struct statvfs *to), fstatvfs(fd, to))
SAME(ssize_t, sendfile, (int to, int from, off_t *at, size_t n), sendfile(to, from, at, n))
SAME(ssize_t, preadv, (int fd, const struct iovec *parts, int n, off_t at), preadv(fd, parts, n, at))
SAME(ssize_t, pwritev, (int fd, const struct iovec *parts, int n, off_t at), pwritev(fd, parts, n, at))
SAME(int, getrlimit, (__rlimit_resource_t which, struct rlimit *to), getrlimit(which, to))
SAME(int, setrlimit, (__rlimit_resource_t which, const struct rlimit *from), setrlimit(which, from))
SAME(int, alphasort, (const struct dirent **a, const struct dirent **b), alphasort(a, b))
SAME(int, versionsort, (const struct dirent **a, const struct dirent **b), versionsort(a, b))
SAME(int, scandir,
     (const char *path, struct dirent ***list, int (*keep)(const struct dirent *),
      int (*compare)(const struct dirent **, const struct dirent **)),
     scandir(path, list, keep, compare))
SAME(int, ftw, (const char *path, int (*see)(const char *, const struct stat *, int), int most), ftw(path, see, most))
SAME(int, nftw,
     (const char *path, int (*see)(const char *, const struct stat *, int, struct FTW *), int most, int flags),
     nftw(path, see, most, flags))
SAME(int, glob, (const char *pattern, int flags, int (*fails)(const char *, int), glob_t *found),
     glob(pattern, flags, fails, found))
SAME(void, globfree, (glob_t * found), globfree(found))

static mode_t mode_after(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, mode_t) : 0; }

int large_open(const char *path, int flags, ...) __asm__("open64");
int large_open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_after(flags, list);
  va_end(list);
  return open(path, flags, mode);
}

int large_openat(int directory, const char *path, int flags, ...) __asm__("openat64");
int large_openat(int directory, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_after(flags, list);
  va_end(list);
  return openat(directory, path, flags, mode);
}

int large_fcntl(int fd, int command, ...) __asm__("fcntl64");
int large_fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  int argument = command == F_GETFD || command == F_GETFL ? 0 : va_arg(list, int);
  va_end(list);
  return fcntl(fd, command, argument);
}
#endif
