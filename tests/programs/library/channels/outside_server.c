// A server that is called from outside: behind the last call it waits for ever, which is no deadlock.
// ARGS: --sym-net=2 --net-clients=2
// VERDICT: unsafe
// FAILURE: assert 22 served
// REPLAY: yes
#include <arpa/inet.h>
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(8080)};
  int listening = socket(AF_INET, SOCK_STREAM, 0), served = 0;
  if (bind(listening, (struct sockaddr *)&a, sizeof a) != 0 || listen(listening, 5) != 0) return 1;
  for (;;) {
    char order[2];
    int fd = accept(listening, NULL, NULL);
    if (fd < 0) return 1;
    ssize_t n = recv(fd, order, sizeof order, MSG_WAITALL);
    assert(n == 2);
    if (order[0] == 'Q' && order[1] == '!') served++;
    assert(served < 2);
    close(fd);
  }
}
