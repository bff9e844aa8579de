// alloca in a loop gives a new object each time; all live until the function returns.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
#include <stdlib.h>
#include <alloca.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n *list = NULL;
  for (int i = 0; i < 10; i++) {
    struct n *x = alloca(sizeof *x);
    x->v = i;
    x->next = list;
    list = x;
  }
  int s = 0;
  for (struct n *x = list; x; x = x->next) s += x->v;
  assert(s == 45);
  return 0;
}
