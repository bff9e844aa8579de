// Appends of two threads never overwrite each other, and a shared offset moves with every write.
// VERDICT: safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int log_file, shared;

static void *work(void *name) {
  assert(write(log_file, name, 2) == 2);
  assert(write(shared, name, 2) == 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  char text[8];
  log_file = open("log", O_CREAT | O_WRONLY | O_APPEND, 0600);
  shared = open("shared", O_CREAT | O_RDWR, 0600);
  pthread_create(&a, NULL, work, "aA");
  pthread_create(&b, NULL, work, "bB");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  struct stat s;
  assert(fstat(log_file, &s) == 0 && s.st_size == 4);
  assert(pread(shared, text, 8, 0) == 4);
  assert((text[0] == 'a' && text[1] == 'A' && text[2] == 'b') || (text[0] == 'b' && text[1] == 'B' && text[2] == 'a'));
  return 0;
}
