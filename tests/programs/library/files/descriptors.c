// Results of the calls on descriptors, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "calls.h"
#include <sys/uio.h>

static void offsets(void) {
  int a = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0644), b = dup(a), c = open("shared", O_RDONLY);
  char text[8] = "";
  printf("%d %d %d\n", a, b, c);
  SHOW(write(a, "abcdef", 6));
  SHOW(lseek(b, 0, SEEK_CUR));
  SHOW(lseek(b, -4, SEEK_END));
  SHOW(read(a, text, 2));
  printf("%s\n", text);
  SHOW(read(c, text, 7));
  printf("%s\n", text);
  SHOW(close(a));
  SHOW(write(b, "X", 1));
  SHOW(write(c, "X", 1));
  SHOW(dup2(b, 9));
  SHOW(dup2(9, 9));
  SHOW(dup2(50, 9));
  SHOW(dup2(b, -1));
  SHOW(lseek(9, 0, SEEK_CUR));
  SHOW(close(9));
  SHOW(close(9));
  SHOW(fcntl(b, F_DUPFD, 20));
  SHOW(fcntl(b, F_GETFL) & (O_ACCMODE | O_APPEND));
  SHOW(fcntl(b, F_SETFL, O_APPEND));
  SHOW(fcntl(b, F_GETFL) & (O_ACCMODE | O_APPEND));
  SHOW(fcntl(b, F_GETFD));
  SHOW(fcntl(b, F_SETFD, FD_CLOEXEC));
  SHOW(fcntl(b, F_GETFD));
  SHOW(fcntl(77, F_GETFD));
  SHOW(lseek(b, 0, SEEK_SET));
  SHOW(write(b, "end", 3));
  SHOW(close(20)), SHOW(close(b)), SHOW(close(c));
  contents("shared");
}

static void holes(void) {
  int fd = open("holes", O_RDWR | O_CREAT, 0600);
  struct stat s;
  SHOW(lseek(fd, 5, SEEK_SET));
  SHOW(write(fd, "x", 1));
  SHOW(lseek(fd, -1, SEEK_SET));
  SHOW(lseek(fd, 0, 9));
  SHOW(lseek(99, 0, SEEK_SET));
  SHOW(ftruncate(fd, 3));
  SHOW(fstat(fd, &s));
  printf("%ld %o %d\n", (long)s.st_size, s.st_mode, (int)s.st_nlink);
  SHOW(ftruncate(fd, 7));
  SHOW(ftruncate(fd, -1));
  SHOW(ftruncate(99, 1));
  SHOW(pwrite(fd, "pq", 2, 1));
  char text[4] = "";
  SHOW(pread(fd, text, 3, 1));
  SHOW(pread(fd, text, 3, -1));
  SHOW(pread(fd, text, 3, 100));
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(truncate("holes", 4));
  SHOW(truncate("nowhere", 4));
  SHOW(fsync(fd));
  SHOW(fsync(99));
  SHOW(close(fd));
  contents("holes");
}

static void opening(void) {
  SHOW(open("nowhere", O_RDONLY));
  SHOW(open("", O_RDONLY | O_CREAT, 0600));
  SHOW(open("nowhere/x", O_RDONLY | O_CREAT, 0600));
  SHOW(open("shared/x", O_RDONLY | O_CREAT, 0600));
  SHOW(open("shared", O_RDWR | O_CREAT | O_EXCL, 0600));
  SHOW(open(".", O_WRONLY));
  SHOW(open("shared", O_RDONLY | O_DIRECTORY));
  SHOW(open("shared/", O_RDONLY));
  SHOW(creat("made", 0640));
  SHOW(write(3, "12345", 5));
  SHOW(read(3, NULL, 0));
  SHOW(close(3));
  SHOW(open("made", O_WRONLY | O_TRUNC));
  SHOW(close(3));
  contents("made");
  SHOW(read(-1, NULL, 0));
  SHOW(write(55, NULL, 0));
  SHOW(open(".", O_RDONLY));
  char c;
  SHOW(read(3, &c, 1));
  SHOW(close(3));
  int null = open("/dev/null", O_RDWR);
  SHOW(write(null, "gone", 4));
  SHOW(read(null, &c, 1));
  SHOW(close(null));
}

static void vectors(void) {
  char a[3] = "", b[4] = "";
  struct iovec out[] = {{"ab", 2}, {"", 0}, {"cde", 3}}, in[] = {{a, 2}, {b, 3}};
  int fd = open("vectors", O_RDWR | O_CREAT, 0600);
  SHOW(writev(fd, out, 3));
  SHOW(lseek(fd, 0, SEEK_SET));
  SHOW(readv(fd, in, 2));
  printf("%s %s\n", a, b);
  SHOW(close(fd));
}

int main(void) {
  umask(022);
  offsets();
  holes();
  opening();
  vectors();
  return 0;
}
