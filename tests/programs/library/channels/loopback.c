// Sockets between two ends in one program: results of all calls, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

static char text[32];

static void pair_of(void) {
  int s[2];
  SHOW(socketpair(AF_INET, SOCK_STREAM, 0, s));
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  SHOW(send(s[0], "hello", 5, 0));
  SHOW(recv(s[1], text, 2, MSG_PEEK));
  SHOW(recv(s[1], text, 32, 0));
  SHOW(recv(s[1], text, 32, MSG_DONTWAIT));
  SHOW(send(s[1], "abc", 3, MSG_NOSIGNAL));
  SHOW(send(s[1], "def", 3, 0));
  SHOW(recv(s[0], text, 6, MSG_WAITALL));
  printf("%.6s\n", text);
  int count = 0, on = 1;
  SHOW(write(s[1], "1234", 4));
  SHOW(ioctl(s[0], FIONREAD, &count));
  printf("%d\n", count);
  SHOW(ioctl(s[0], FIONBIO, &on));
  SHOW(read(s[0], text, 32));
  SHOW(read(s[0], text, 32));
  SHOW(shutdown(s[1], SHUT_WR));
  SHOW(read(s[0], text, 32));
  SHOW(send(s[1], "x", 1, MSG_NOSIGNAL));
  SHOW(write(s[0], "still", 5));
  SHOW(read(s[1], text, 32));
  SHOW(shutdown(s[1], 77));
  SHOW(close(s[1]));
  SHOW(send(s[0], "x", 1, MSG_NOSIGNAL));
  struct pollfd p = {s[0], POLLIN | POLLOUT, 0};
  SHOW(poll(&p, 1, 0));
  printf("%x\n", p.revents);
  SHOW(close(s[0]));
}

static int listening(struct sockaddr_in *a) {
  socklen_t size = sizeof *a;
  int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  memset(a, 0, sizeof *a);
  a->sin_family = AF_INET;
  a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  SHOW(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
  SHOW(accept(fd, NULL, NULL));
  SHOW(bind(fd, (struct sockaddr *)a, sizeof *a));
  SHOW(bind(fd, (struct sockaddr *)a, sizeof *a));
  SHOW(listen(fd, 3));
  SHOW(getsockname(fd, (struct sockaddr *)a, &size));
  printf("%d %d\n", (int)size, a->sin_port != 0);
  return fd;
}

static void connected(void) {
  struct sockaddr_in a, b, other;
  socklen_t size = sizeof b;
  int one = listening(&a), two = socket(AF_INET, SOCK_STREAM, 0), number = 5, taken = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(bind(taken, (struct sockaddr *)&a, sizeof a));
  SHOW(recv(two, text, 1, 0));
  SHOW(send(two, "x", 1, MSG_NOSIGNAL));
  SHOW(getpeername(two, (struct sockaddr *)&b, &size));
  SHOW(shutdown(two, SHUT_RD));
  SHOW(connect(two, (struct sockaddr *)&a, 3));
  SHOW(connect(two, (struct sockaddr *)&a, sizeof a));
  SHOW(connect(two, (struct sockaddr *)&a, sizeof a));
  int end = accept4(one, (struct sockaddr *)&other, &size, SOCK_CLOEXEC);
  size = sizeof b;
  SHOW(getsockname(two, (struct sockaddr *)&b, &size));
  printf("%d %d\n", end, other.sin_port == b.sin_port);
  struct iovec parts[] = {{(void *)"GET ", 4}, {(void *)"/x", 2}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  SHOW(sendmsg(two, &message, 0));
  SHOW(recvfrom(end, text, 32, 0, NULL, NULL));
  SHOW(sendto(end, "200", 3, 0, NULL, 0));
  struct iovec places[] = {{text, 1}, {text + 8, 8}};
  struct msghdr reply = {.msg_iov = places, .msg_iovlen = 2};
  SHOW(recvmsg(two, &reply, 0));
  size = sizeof number;
  SHOW(getsockopt(two, SOL_SOCKET, SO_ERROR, &number, &size));
  printf("%d %d\n", number, (int)size);
  SHOW(getsockopt(two, SOL_SOCKET, SO_TYPE, &number, &size));
  SHOW(setsockopt(two, IPPROTO_TCP, TCP_NODELAY, &number, sizeof number));
  SHOW(getsockopt(two, IPPROTO_TCP, TCP_NODELAY, &number, &size));
  printf("%d\n", number != 0);
  SHOW(getsockopt(1, SOL_SOCKET, SO_ERROR, &number, &size));
  SHOW(setsockopt(99, SOL_SOCKET, SO_KEEPALIVE, &number, sizeof number));
  SHOW(close(end));
  SHOW(read(two, text, 8));
  SHOW(close(two));
  SHOW(close(one));
  two = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect(two, (struct sockaddr *)&a, sizeof a));
  SHOW(accept(1, NULL, NULL));
  SHOW(listen(99, 1));
  SHOW(accept4(two, NULL, NULL, 7));
}

int main(void) {
  SHOW(socket(AF_UNIX, SOCK_STREAM, 99));
  SHOW(socket(9999, SOCK_STREAM, 0));
  SHOW(socket(AF_INET, 15, 0));
  pair_of();
  connected();
  return 0;
}
