// Pipes and counters of eventfd: results of all calls, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/uio.h>

static void ends(void) {
  int fds[2];
  char text[16] = "";
  struct stat about;
  SHOW(pipe(fds));
  printf("%d %d\n", fds[0], fds[1]);
  SHOW(write(fds[1], "hello", 5));
  SHOW(write(fds[1], "", 0));
  SHOW(read(fds[0], text, 3));
  SHOW(read(fds[0], text + 3, 10));
  printf("%s\n", text);
  SHOW(write(fds[0], "x", 1));
  SHOW(read(fds[1], text, 1));
  SHOW(lseek(fds[0], 0, SEEK_SET));
  SHOW(pread(fds[0], text, 1, 0));
  SHOW(fcntl(fds[0], F_GETFL) & O_NONBLOCK);
  SHOW(fstat(fds[0], &about));
  printf("%d\n", S_ISFIFO(about.st_mode) != 0);
  SHOW(ftruncate(fds[1], 3));
  SHOW(fsync(fds[1]));
  int again = dup(fds[1]);
  SHOW(write(again, "ab", 2));
  SHOW(close(fds[1]));
  SHOW(read(fds[0], text, 1));
  SHOW(close(again));
  SHOW(read(fds[0], text, 8));
  SHOW(read(fds[0], text, 8));
  SHOW(close(fds[0]));
  SHOW(close(fds[0]));
}

static void without_waiting(void) {
  int fds[2];
  static char block[5000];
  SHOW(pipe2(fds, O_NONBLOCK | O_CLOEXEC));
  SHOW(fcntl(fds[1], F_GETFD));
  SHOW(read(fds[0], block, 1));
  long total = 0;
  for (ssize_t put; (put = write(fds[1], block, 4096)) > 0;) total += put;
  printf("%ld %s\n", total, strerror(errno));
  SHOW(read(fds[0], block, 4096));
  SHOW(write(fds[1], block, 4096));
  signal(SIGPIPE, SIG_IGN);
  SHOW(close(fds[0]));
  SHOW(write(fds[1], "x", 1));
  SHOW(close(fds[1]));
  SHOW(pipe2(fds, 77));
  struct iovec parts[] = {{(void *)"abc", 3}, {(void *)"defg", 4}};
  char a[2], b[9] = "";
  struct iovec places[] = {{a, 2}, {b, 8}};
  SHOW(pipe(fds));
  SHOW(writev(fds[1], parts, 2));
  SHOW(readv(fds[0], places, 2));
  printf("%.2s %s\n", a, b);
  FILE *out = fdopen(fds[1], "w"), *in = fdopen(fds[0], "r");
  fprintf(out, "line %d\nrest", 1);
  fclose(out);
  char line[32];
  while (fgets(line, sizeof line, in)) printf("[%s]\n", line);
  fclose(in);
}

static void counters(void) {
  uint64_t value = 0;
  int fd = eventfd(2, EFD_NONBLOCK), tokens = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  SHOW(read(fd, &value, 8));
  printf("%llu\n", (unsigned long long)value);
  SHOW(read(fd, &value, 8));
  SHOW(read(fd, &value, 4));
  SHOW(write(fd, &value, 4));
  value = UINT64_MAX;
  SHOW(write(fd, &value, 8));
  value = UINT64_MAX - 1;
  SHOW(write(fd, &value, 8));
  SHOW(eventfd_write(fd, 1));
  SHOW(eventfd_read(fd, &value));
  for (int i = 0; i < 3; i++) SHOW(read(tokens, &value, 8));
  printf("%llu\n", (unsigned long long)value);
  SHOW(eventfd(1, 77));
}

int main(void) {
  ends();
  without_waiting();
  counters();
  return 0;
}
