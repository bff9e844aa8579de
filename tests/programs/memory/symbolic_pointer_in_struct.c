// A symbolic index into an array of structs with pointers to different objects: 3 paths.
// VERDICT: safe
// RUNS: full=3
#include <assert.h>
#include "heddle.h"
struct e { int key; const char *text; };
static const struct e es[3] = {{10, "ten"}, {20, "twenty"}, {30, "thirty"}};
int main(void) {
  unsigned char i;
  heddle_symbolic(&i, 1, "i");
  heddle_assume(i < 3);
  const struct e *e = &es[i];
  assert(e->key == (i + 1) * 10);
  assert(e->text[0] == 't');
  return 0;
}
