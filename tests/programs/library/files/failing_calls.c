// By option calls fail and transfer less than was asked for: who does not look loses data.
// ARGS: --fail-io
// REPLAY: yes
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char text[4] = "abc";
  int fd = open("f", O_CREAT | O_RDWR, 0600);
  if (fd < 0) return 0;
  long n = write(fd, text, 3);
  if (n < 0) return 0;
  assert(n == 3); // FAIL-HERE: assert
  return 0;
}
