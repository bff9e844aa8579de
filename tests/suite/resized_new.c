// An input has another size, so no old test fits, and what fails cannot be shown on the old version by its test. The
// place fails there too, for some paths. Which run shows what is new is the same for any number of processes.
// USE: one_thread.steps
// JSON: #new == 7
// JSON: #kept == 0
// JSON: #retired == 7
#include <assert.h>
#include <heddle.h>
int main(void) {
  unsigned char a, b;
  unsigned short c;
  int x;
  heddle_symbolic(&a, sizeof a, "a");
  heddle_symbolic(&b, sizeof b, "b");
  heddle_symbolic(&c, sizeof c, "c");
  if (b > 200) x = 3;
  else if (b > 100) x = c;
  else x = 8;
  if (a == 7) assert(x > 5);
  return 0;
}
