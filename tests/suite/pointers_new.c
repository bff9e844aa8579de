// Where the model decides which object is meant, units cannot be told apart: then there is one.
// USE: one_thread.steps
#include "heddle.h"

/* A pointer that may mean several objects. */
static int first[2] = {1, 2}, second[2] = {3, 4}, third[2] = {5, 6};

int main(void) {
  unsigned char a, b;
  int *all[3] = {first, second, third};
  heddle_symbolic(&a, 1, "a");
  heddle_symbolic(&b, 1, "b");
  heddle_assume(a < 3);
  if (b < 8) return 9;
  int v = *all[a];
  return v > 4 ? b > 100 : 2;
}
