// Two descriptors of their own on one file: the threads read and write back, and one update is lost.
// REPLAY: yes
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *increment(void *unused) {
  char n = 0;
  int fd = open("count", O_RDWR);
  read(fd, &n, 1);
  n++;
  pwrite(fd, &n, 1, 0);
  close(fd);
  return unused;
}

int main(void) {
  pthread_t a, b;
  char n = 0;
  int fd = open("count", O_CREAT | O_RDWR, 0600);
  write(fd, &n, 1);
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pread(fd, &n, 1, 0);
  assert(n == 2); // FAIL-HERE: assert
  return 0;
}
