/* The least that a suite of tests can cost on a file system: creates COUNT files of SIZE bytes in a directory and
   nothing else.

     files DIRECTORY COUNT SIZE */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: files DIRECTORY COUNT SIZE\n");
    return 2;
  }
  size_t size = strtoul(argv[3], NULL, 10);
  long count = atol(argv[2]);
  char *bytes = calloc(1, size + 1), name[40];
  mkdir(argv[1], 0777);
  int directory = open(argv[1], O_DIRECTORY);
  for (long i = 0; i < count; i++) {
    snprintf(name, sizeof name, "test%06ld.ktest", i);
    int file = openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size || close(file)) {
      perror(name);
      return 1;
    }
  }
  free(bytes);
  return 0;
}
