// A function of the C library reads what another thread writes.
// EACH: race --check=+race
// USE: ../replayed.steps
#include <pthread.h>
#include <string.h>
static char text[8] = "abc";
static void *shorten(void *p) {
  text[1] = 0;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, shorten, 0);
  size_t n = strlen(text);
  pthread_join(t, 0);
  return n > 3;
}
