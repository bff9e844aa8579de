// What the file system does not do is said, with the place.
// VERDICT: incomplete
// REASON: closing a standard descriptor is not supported
#include <unistd.h>
#include <fcntl.h>
int main(void) {
  int fd = open("x", O_CREAT | O_RDWR, 0600);
  close(fd);
  close(1);
  return 0;
}
