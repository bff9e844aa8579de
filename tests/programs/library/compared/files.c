// Files, directories, mappings: what the other programs about files do not call, and the names of large files.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include "show.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void large(void) {
  struct stat64 s;
  char buffer[10] = "", name[] = "lXXXXXX";
  fpos64_t place;
  int fd = open64("large", O_RDWR | O_CREAT, 0644), other = creat64("other", 0600);
  SHOW(write(fd, "abcdef", 6)), SHOW(lseek64(fd, 2, SEEK_SET)), SHOW(lseek64(fd, -9, SEEK_SET)), SHOW(lseek64(77, 0, SEEK_SET));
  SHOW(pread64(fd, buffer, 3, 1)), TEXT(buffer), SHOW(pread64(fd, buffer, 3, -1)), SHOW(pwrite64(fd, "X", 1, 5)), SHOW(pwrite64(77, "X", 1, 5));
  SHOW(fstat64(fd, &s)), SHOW(s.st_size), SHOW(stat64("large", &s)), SHOW(S_ISREG(s.st_mode)), SHOW(stat64("none", &s));
  SHOW(lstat64("other", &s)), SHOW(s.st_size), SHOW(ftruncate64(fd, 3)), SHOW(ftruncate64(fd, -1)), SHOW(truncate64("large", 4));
  SHOW(truncate64("none", 4)), SHOW(fcntl64(fd, F_GETFD)), SHOW(fcntl64(77, F_GETFD)), SHOW(close(fd)), SHOW(close(other));
  FILE *f = fopen64("large", "r+");
  SHOW(fseeko64(f, 1, SEEK_SET)), SHOW(fgetpos64(f, &place)), SHOW(fgetc(f)), SHOW(fsetpos64(f, &place)), SHOW(ftello64(f));
  f = freopen64("other", "w", f), SHOW(fputs("x", f) >= 0), SHOW(fclose(f)), SHOW(fopen64("none", "r") == NULL), f = tmpfile64();
  SHOW(fclose(f)), SHOW((fd = mkstemp64(name)) > 2), SHOW(close(fd)), SHOW(unlink(name));
}

static void directories(void) {
  struct dirent *entry, room, *found;
  long places[9];
  int count = 0;
  mkdir("d", 0755), close(creat("d/a", 0600)), close(creat("d/b", 0600));
  int fd = open("d", O_RDONLY | O_DIRECTORY);
  DIR *d = fdopendir(fd);
  SHOW(dirfd(d) == fd), places[0] = telldir(d);
  while ((entry = readdir(d)) != NULL) places[++count] = telldir(d);
  SHOW(count), rewinddir(d), SHOW(readdir(d) != NULL), seekdir(d, places[0]), count = 0;
  while (readdir64(d) != NULL) count++;
  SHOW(count), rewinddir(d), SHOW(readdir_r(d, &room, &found)), SHOW(found == &room), SHOW(closedir(d)), SHOW(close(fd));
  SHOW(fdopendir(77) == NULL), SHOW(opendir("none") == NULL), SHOW(opendir("d/a") == NULL), SHOW((fd = open("d/a", O_RDONLY)) > 2);
  SHOW(fdopendir(fd) == NULL), SHOW(close(fd)), SHOW(unlink("d/a")), SHOW(rmdir("d")), SHOW(unlink("d/b")), SHOW(rmdir("d"));
}

static void mappings(void) {
  int fd = open("large", O_RDWR);
  char *p = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, fd, 0), *q = mmap64(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SHOW(p != MAP_FAILED), SHOW(p[0]), q[4095] = 1, SHOW(q[0]), SHOW(msync(q, 4096, MS_SYNC)), SHOW(madvise(q, 4096, MADV_NORMAL));
  SHOW(munmap(p, 4)), SHOW(munmap(q, 4096)), SHOW(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED);
  SHOW(mmap(NULL, 4, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED), SHOW(mmap(NULL, 4, PROT_READ, 0, fd, 0) == MAP_FAILED);
  SHOW(mmap(NULL, 4, PROT_READ, MAP_PRIVATE, fd, 1) == MAP_FAILED), SHOW(close(fd));
}

static void others(void) {
  struct stat s;
  int fd = open("large", O_RDWR), copy;
  SHOW(fchmod(fd, 0604)), SHOW(fstat(fd, &s)), SHOW(s.st_mode & 0777), SHOW(fchmod(77, 0)), SHOW(lstat("large", &s)), SHOW(lstat("none", &s));
  SHOW(posix_fadvise(fd, 0, 0, POSIX_FADV_NORMAL)), SHOW(posix_fadvise(77, 0, 0, 0)), SHOW(posix_fadvise(fd, 0, 0, 99));
  SHOW(fdatasync(fd)), SHOW(fdatasync(77)), SHOW(fsync(77)), sync(), SHOW((copy = dup3(fd, 30, O_CLOEXEC))), SHOW(fcntl(copy, F_GETFD));
  SHOW(dup3(fd, fd, 0)), SHOW(dup3(fd, 31, 99)), SHOW(dup3(77, 31, 0)), SHOW(dup2(fd, -1)), SHOW(dup(-1)), SHOW(close(30)), SHOW(close(30));
  SHOW((copy = openat(AT_FDCWD, "large", O_RDONLY)) > 2), SHOW(close(copy)), SHOW(openat(AT_FDCWD, "none", O_RDONLY)), SHOW(openat(77, "x", 0));
  SHOW(isatty(fd)), SHOW(isatty(77)), SHOW(close(fd)), SHOW(unlink("large")), SHOW(unlink("other")), SHOW(unlink("other"));
}

int main(void) {
  umask(022);
  large(), directories(), mappings(), others();
  return 0;
}
