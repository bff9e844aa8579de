// A loop that copies a structure until it is complete only waits.
// VERDICT: safe
#include <pthread.h>
struct s {
  long a[5];
} shared;
static void *writes(void *p) {
  struct s s = {{1, 2, 3, 4, 5}};
  shared = s;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  struct s l;
  do l = shared;
  while (!l.a[4]);
  pthread_join(t, 0);
  return 0;
}
