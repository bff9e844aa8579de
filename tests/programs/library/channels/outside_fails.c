// A server outside that may end the connection at any time: --fail-io.
// ARGS: --net=%dir/reply.txt --fail-io
// VERDICT: unsafe
// FAILURE: assert 19 got == 4
// REPLAY: yes
#include <assert.h>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(80)};
  char text[4];
  a.sin_addr.s_addr = inet_addr("192.0.2.7");
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) return 0;
  ssize_t got = recv(fd, text, sizeof text, 0);
  if (got < 0) return 0;
  assert(got == 4); // one recv need not give all
  return 0;
}
