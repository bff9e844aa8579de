/* Reading regular files. See file.h. */
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/vec.h"

const char *file_why_special(mode_t mode) {
  if (S_ISREG(mode)) return NULL;
  if (S_ISDIR(mode)) return strerror(EISDIR);
  if (S_ISFIFO(mode)) return "it is a FIFO, not a regular file";
  if (S_ISSOCK(mode)) return "it is a socket, not a regular file";
  return "it is a device, not a regular file";
}

/* Without O_NONBLOCK opening a FIFO waits for a writer. */
int file_open(const char *path, const char **why) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  *why = fd < 0 || fstat(fd, &info) ? strerror(errno) : file_why_special(info.st_mode);
  if (fd < 0 || *why == NULL) return fd;
  close(fd);
  return -1;
}

char *file_whole(const char *path, size_t *length, const char **why) {
  VEC(char) text = {0};
  ssize_t n = 1;
  int fd = file_open(path, why);
  if (fd < 0) return NULL;
  while (n > 0) {
    vec_reserve(&text, text.count + 65536);
    n = read(fd, text.data + text.count, 65535);
    if (n > 0) text.count += (uint32_t)n;
  }
  if (n < 0) *why = strerror(errno);
  close(fd);
  *length = text.count;
  text.data[text.count] = '\0';
  if (n == 0) return text.data;
  vec_free(&text);
  return NULL;
}
