// The switch has no influence, and the side that is taken in it excludes the failure of line 24: the failing test comes from executing the
// program again with in = 1. There the access at a symbolic index has a plain address, and is as unimportant as before.
// VERDICT: unsafe
// FAILURE: assert 24
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include "heddle.h"
static int seen, count, a[3];
static unsigned char input;
static void *first(void *arg) {
  int in = input;
  a[in] = 1;
  count = 2;
  if (in == 2) seen++;
  return arg;
}
static void *second(void *arg) {
  int in = input, l = 0;
  switch (in) { case 0: seen = 2; default: seen = 3; }
  if (in == 1) l = 2;
  int c = count;
  if (in == 0) seen = a[0];
  assert(l != 2 || c == 9);
  return arg;
}
int main(void) {
  pthread_t t, u;
  heddle_symbolic(&input, 1, "in");
  heddle_assume(input < 3);
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
