// A server and a client in one program, with poll: everything arrives in every schedule.
// VERDICT: safe
// NATIVE: yes
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void *serve(void *listening) {
  char text[8];
  int fd = accept(*(int *)listening, NULL, NULL);
  ssize_t n = recv(fd, text, sizeof text, 0);
  assert(n == 3 && send(fd, text, (size_t)n, 0) == n);
  close(fd);
  return NULL;
}

int main(void) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  socklen_t size = sizeof a;
  pthread_t thread;
  char text[8];
  int listening = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_INET, SOCK_STREAM, 0);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(listening, (struct sockaddr *)&a, sizeof a) == 0 && listen(listening, 5) == 0);
  assert(getsockname(listening, (struct sockaddr *)&a, &size) == 0);
  pthread_create(&thread, NULL, serve, &listening);
  assert(connect(fd, (struct sockaddr *)&a, sizeof a) == 0 && send(fd, "hey", 3, 0) == 3);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  assert(poll(&p, 1, -1) == 1 && p.revents & POLLIN);
  assert(recv(fd, text, sizeof text, MSG_WAITALL) == 3 && memcmp(text, "hey", 3) == 0);
  assert(recv(fd, text, sizeof text, 0) == 0);
  pthread_join(thread, NULL);
  return 0;
}
