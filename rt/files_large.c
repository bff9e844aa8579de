/* The names that headers give to the calls on files with -D_FILE_OFFSET_BITS=64: the same functions on a 64-bit
   machine. On a 32-bit one their types are others; there they are unknown. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

static mode_t mode_after(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, mode_t) : 0; }

int large_open(const char *path, int flags, ...) __asm__("open64");
int large_open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_after(flags, list);
  va_end(list);
  return open(path, flags, mode);
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
