// A client of a server outside: its bytes are inputs.
// ARGS: --sym-net=3
// VERDICT: unsafe
// FAILURE: memory 25
// INPUT: net[0] == 200
// REPLAY: yes
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
  unsigned char reply[3], body[16] = {0};
  if (getaddrinfo("example.org", "http", &hints, &found) != 0) return 1;
  int fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  if (connect(fd, found->ai_addr, found->ai_addrlen) != 0) return 1;
  freeaddrinfo(found);
  write(fd, "GET /\n", 6);
  for (size_t n = 0; n < sizeof reply;) {
    ssize_t got = read(fd, reply + n, sizeof reply - n);
    if (got <= 0) return 1;
    n += (size_t)got;
  }
  if (reply[0] == 200) body[reply[1]] = reply[2];
  close(fd);
  return body[0];
}
