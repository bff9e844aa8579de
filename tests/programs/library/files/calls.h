/* Calls on files that print what they give, so that heddle's output can be compared with that of the C library. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
}

/* The contents of a file, through a descriptor of its own. */
__attribute__((unused)) static void contents(const char *name) {
  char text[256];
  int fd = open(name, O_RDONLY);
  long n = fd < 0 ? -1 : read(fd, text, sizeof text);
  printf("%s: %ld bytes:", name, n);
  for (long i = 0; i < n; i++) printf(text[i] >= ' ' ? " %c" : " %d", text[i]);
  printf("\n");
  if (fd >= 0) close(fd);
}
