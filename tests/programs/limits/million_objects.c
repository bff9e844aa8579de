// A million objects on the heap at the same time.
// ARGS: --tests=none
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <stdlib.h>
enum { OBJECTS = 1000000 };
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *first = NULL;
  long sum = 0;
  for (int i = 0; i < OBJECTS; i++) {
    struct node *new = malloc(sizeof *new);
    *new = (struct node){first, i};
    first = new;
  }
  for (struct node *n = first, *next; n; n = next) {
    next = n->next;
    sum += n->value;
    free(n);
  }
  assert(sum == (long)OBJECTS * (OBJECTS - 1) / 2);
  return 0;
}
