// A symbolic file is explored byte by byte, through descriptors and streams alike.
// ARGS: --sym-file=data/in,3 --check=+leak
// REPLAY: yes
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
#include <fcntl.h>

int main(void) {
  char first;
  int value = 0, fd = open("data/in", O_RDONLY);
  assert(read(fd, &first, 1) == 1 && close(fd) == 0);
  if (first != '4') return 0;
  FILE *f = fopen("data/in", "r");
  int n = fscanf(f, "%d", &value);
  fclose(f);
  assert(n == 1);
  assert(value != 427); // FAIL-HERE: assert
  return 0;
}
