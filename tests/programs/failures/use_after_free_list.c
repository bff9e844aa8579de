// The classic list walk that reads the next pointer of a node just freed.
// VERDICT: unsafe
#include <stdlib.h>
struct n { struct n *next; };
int main(void) {
  struct n *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct n *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  for (struct n *n = list; n; n = n->next) // FAIL-HERE: memory free
    free(n);
  return 0;
}
