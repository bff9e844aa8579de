// Copies of shared structs: by assignment, as an argument, as a result.
// EACH: assert
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
struct big {
  int a[10];
};
struct small {
  int a, b;
};
static struct big big;
static struct small small;
static int difference(struct big b) { return b.a[9] - b.a[0]; }
static struct small read_small(void) { return small; }
static void *writer(void *p) {
  big.a[0] = 1;
  small = (struct small){1, 1};
  big.a[9] = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct small s = read_small();
  assert(s.a == s.b);
  struct big copy = big;
  assert(difference(big) >= 0 && copy.a[0] >= copy.a[9]);
  pthread_join(t, 0);
  return 0;
}
