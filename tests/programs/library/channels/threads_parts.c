// What one thread writes in two parts another may read in two, or as a whole.
// VERDICT: unsafe
// FAILURE: assert 23 got == 4
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int fds[2];

static void *produce(void *unused) {
  write(fds[1], "ab", 2);
  write(fds[1], "cd", 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[8];
  if (pipe(fds) != 0) return 1;
  pthread_create(&thread, NULL, produce, NULL);
  ssize_t got = read(fds[0], text, 4);
  assert(got == 4);
  pthread_join(thread, NULL);
  return 0;
}
