// Lengths that became negative: what is written ends outside of every object, however it is written.
// VERDICT: unsafe
// FAILURE: memory far_too_long.c:22
// FAILURE: memory far_too_long.c:23
// FAILURE: memory far_too_long.c:24
// FAILURE: memory far_too_long.c:25
// FAILURE: memory far_too_long.c:26
// FAILURE: memory far_too_long.c:27
#include <fcntl.h>
#include <heddle.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int which, ends[2], fd = open("file", O_RDWR | O_CREAT, 0600), left = 3 - 55;
  char text[100] = "";
  FILE *stream = fopen("stream", "w");
  heddle_symbolic(&which, sizeof which, "which");
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  switch (which) {
  case 0: return (int)write(fd, "abc", (size_t)left);
  case 1: return (int)pwrite(fd, "abc", (size_t)left, 1);
  case 2: return (int)fwrite("abc", 1, (size_t)left, stream);
  case 3: return (int)send(ends[0], "abc", (size_t)left, 0);
  case 4: return (int)sendmsg(ends[0], &(struct msghdr){.msg_iov = &(struct iovec){"abc", (size_t)left}, .msg_iovlen = 1}, 0);
  case 5: return (int)write(fd, text + 60, (size_t)left); /* its end, that goes round, lies in the text */
  default: return 0;
  }
}
