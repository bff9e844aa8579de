// Two calls of one library function race with the same write: two races, not one.
// ARGS: --strategy=dpor --check=race
// VERDICT: unsafe
#include <pthread.h>
#include <string.h>

static char text[4] = "abc";

static void *writer(void *arg) {
  text[0] = 'x';
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  unsigned long first = strlen(text); // FAIL-HERE: race
  unsigned long second = strlen(text); // FAIL-HERE: race
  pthread_join(t, NULL);
  return first + second > 6;
}
