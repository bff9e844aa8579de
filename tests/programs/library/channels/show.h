/* Calls that print what they give, so that heddle's output can be compared with that of the C library. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHOW(call) show(#call, (long)(call))
static void show(const char *call, long result) {
  printf("%s = %ld", call, result);
  if (result < 0) printf(" %s", strerror(errno));
  printf("\n");
}

/* Whoever starts the native program may leave descriptors open. */
__attribute__((constructor)) static void begin(void) {
  for (int fd = 3; fd < 32; fd++) close(fd);
  setvbuf(stdout, NULL, _IONBF, 0);
}
