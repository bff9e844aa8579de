// Two threads that ask each other through pipes and wait for the answer first.
// VERDICT: unsafe
// FAILURE: deadlock 20
// REPLAY: yes
#include <pthread.h>
#include <unistd.h>

static int to[2], from[2];

static void *answer(void *unused) {
  char c;
  read(to[0], &c, 1);
  write(from[1], &c, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char c = 'x';
  if (pipe(to) != 0 || pipe(from) != 0 || pthread_create(&thread, NULL, answer, NULL) != 0 || read(from[0], &c, 1) != 1)
    return 1;
  write(to[1], &c, 1);
  pthread_join(thread, NULL);
  return 0;
}
